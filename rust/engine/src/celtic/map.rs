//! The map as a drawing of characters: spaces by name, roads as dots, pieces beside the names.

use super::sets::{SpaceSet, members};
use super::state::Table;
use super::{Edition, SPACES};

/// Columns of the drawing for the board's 0..=120, and what a name may stand out.
const WIDTH: usize = 134;
/// Lines of the drawing; two units of the board's 0..=84 a line.
const HEIGHT: usize = 44;

/// What a player sees of the map; `wanted` are the places of the goals in the own hand.
pub(super) fn draw(edition: &Edition, table: &Table, wanted: SpaceSet) -> String {
    let mut canvas = vec![[' '; WIDTH]; HEIGHT];
    let at = |space: usize| {
        let (x, y) = edition.at[space];
        (i32::from(x) + 6, i32::from(y) / 2)
    };
    for start in 0..SPACES {
        for end in members(edition.neighbours[start]).map(usize::from).filter(|end| *end > start) {
            road(&mut canvas, at(start), at(end));
        }
    }
    let mut taken = vec![[false; WIDTH]; HEIGHT];
    for space in 0..SPACES {
        let label = label(edition, table, wanted, space);
        let (x, y) = at(space);
        let (row, column) = free_place(&taken, x as usize, y as usize, label.chars().count());
        for (i, letter) in label.chars().enumerate() {
            canvas[row][column + i] = letter;
        }
        for place in &mut taken[row][column.saturating_sub(1)..(column + label.chars().count() + 1).min(WIDTH)] {
            *place = true;
        }
    }
    let seats: Vec<String> = (0..table.num_players()).map(|player| format!("P{player}")).collect();
    let mut text = format!("map: (trading place), *place of an own goal, pieces of [{}]\n", seats.join("/"));
    for line in &canvas {
        let line: String = line.iter().collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// `cows`, `(tin)`, `*fish`, and the pieces there: `cows[2/-/1]`.
fn label(edition: &Edition, table: &Table, wanted: SpaceSet, space: usize) -> String {
    let name = &edition.spaces[space];
    let trades = edition.trade.iter().any(|trade| usize::from(*trade) == space);
    let label = if trades {
        format!("({name})")
    } else if wanted >> space & 1 == 1 {
        format!("*{name}")
    } else {
        name.clone()
    };
    let count = |player: usize| match table.pieces[player][space] {
        0 => "-".to_owned(),
        pieces => pieces.to_string(),
    };
    if table.occupied[..table.num_players()].iter().all(|spaces| spaces >> space & 1 == 0) {
        return label;
    }
    let counts: Vec<String> = (0..table.num_players()).map(count).collect();
    format!("{label}[{}]", counts.join("/"))
}

/// Dots from one space to another, as straight as characters allow.
fn road(canvas: &mut [[char; WIDTH]], from: (i32, i32), to: (i32, i32)) {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    // A dot a line, or one every second column where the road is flat.
    let steps = down.abs().max(across.abs() / 2).max(1);
    for step in 1..steps {
        let (x, y) = (from.0 + across * step / steps, from.1 + down * step / steps);
        canvas[y as usize][x as usize] = '.';
    }
}

/// Row and column for a label of this length in the middle of (x, y), as near as there is room.
fn free_place(taken: &[[bool; WIDTH]], x: usize, y: usize, length: usize) -> (usize, usize) {
    let column = x.saturating_sub(length / 2).min(WIDTH - length);
    let rows = [y, y + 1, y.saturating_sub(1), y + 2, y.saturating_sub(2)];
    let free = |row: &&usize| **row < HEIGHT && !taken[**row][column..column + length].contains(&true);
    (rows.iter().find(free).copied().unwrap_or(y), column)
}

#[cfg(test)]
mod tests {
    use crate::celtic::{Celtic, Edition};
    use crate::game::State as _;
    use crate::rng::Rng;
    use crate::setup::Setup;

    #[test]
    fn every_space_is_drawn_whole_wherever_the_pieces_stand() {
        let edition = Edition::standard();
        for seed in 0..20 {
            let mut state = Setup::<Celtic>::standard(4).new_initial_state(seed);
            crate::playout::advance(&mut state, 50 * seed as usize, &mut Rng::new(seed));
            let map = super::draw(edition, &state.table, 0b110);
            for (space, name) in edition.spaces.iter().enumerate() {
                let label = super::label(edition, &state.table, 0b110, space);
                assert!(map.contains(&label), "{label} of {name}, seed {seed}\n{map}");
            }
            assert!(map.contains("*pigs") && map.contains("(tin)") && !state.to_text().contains("map:"));
        }
    }
}
