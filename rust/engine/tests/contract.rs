//! What `game.rs` says must hold, checked for every game. A game is added by one line at the end of this file.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use serde_json::{Value as Json, json};

use merx_engine::edition::Edition;
use merx_engine::game::{Action, ActionSet, Game, Move, Observation, PositionError, State, returns};
use merx_engine::perft;
use merx_engine::playout::{playout, playouts};
use merx_engine::registry;
use merx_engine::rng::{Rng, Stream, derive_seed};
use merx_engine::setup::Setup;

#[path = "contract/bots.rs"]
mod bots;
#[path = "contract/observations.rs"]
mod observations;

use bots::{
    a_limit_of_time_ends_a_search_that_has_tried_something, a_search_accounts_for_its_simulations_and_repeats_itself,
    a_search_stops_when_told, bots_play_legally_and_the_same_with_the_same_seed, flat_tries_every_action_equally_often,
    permuting_the_hidden_cards_changes_no_bots_move, what_is_hidden_changes_no_bots_move,
};
use observations::{
    a_sample_agrees_with_the_observation_and_is_a_sound_state,
    an_observation_offers_the_legal_actions_to_the_player_who_decides_and_none_to_others,
    equal_hashes_and_tensors_mean_equal_observations, hidden_places, is_set,
    nothing_a_player_sees_depends_on_what_is_hidden_from_the_player, sampled_cards_are_uniform_over_all_that_is_unseen,
    sampled_neighbours_are_independent, samples_vary_and_find_the_truth_no_more_often_than_chance,
};

/// A game with what these tests must be told.
trait Tested: Game {
    /// The lists of the state dict in which order means nothing, so that they are kept in ascending order.
    const SETS: &'static [&'static str];
}

/// Calls `property` with each edition that is compiled in and each of its numbers of players.
fn for_each_setup<G: Game>(property: fn(Setup<G>)) {
    for (name, _) in G::EDITIONS {
        let edition = Edition::<G>::load(name).unwrap();
        for players in edition.players() {
            property(Setup::new(edition, *players).unwrap());
        }
    }
}

/// Plays a random game and shows every state, the last too.
fn walk<G: Game>(setup: Setup<G>, seed: u64, mut visit: impl FnMut(&G::State)) {
    let mut rng = Rng::for_stream(seed, Stream::Playout);
    let mut state = setup.new_initial_state(seed);
    visit(&state);
    while let Some(action) = random_action(&state, &mut rng) {
        state.apply_trusted(action);
        visit(&state);
    }
}

fn random_action<S: State>(state: &S, rng: &mut Rng) -> Option<Action> {
    let legal = state.legal_actions();
    legal.choose(rng)
}

/// The state after `decisions` random ones.
fn midway<G: Game>(setup: Setup<G>, seed: u64, decisions: usize) -> G::State {
    let mut rng = Rng::for_stream(seed, Stream::Playout);
    let mut state = setup.new_initial_state(seed);
    for _ in 0..decisions {
        state.apply_trusted(random_action(&state, &mut rng).expect("the game is longer"));
    }
    state
}

/// The number of decisions of the game that [`walk`] shows.
fn game_length<G: Game>(setup: Setup<G>, seed: u64) -> usize {
    playout(&mut setup.new_initial_state(seed), &mut Rng::for_stream(seed, Stream::Playout))
}

fn dict<S: State>(state: &S) -> Json {
    serde_json::to_value(state.to_position()).unwrap()
}

fn restore<G: Game>(setup: Setup<G>, dict: &Json) -> Result<G::State, PositionError> {
    let state = registry::AnySetup::state_from_json(&setup, dict)?;
    let state: &dyn registry::AnyState = &*state;
    Ok(*state.as_any().downcast_ref::<G::State>().unwrap())
}

fn everything_legal<S: State>(state: &S) -> Vec<Action> {
    state.legal_actions().iter().collect()
}

// Legality and actions.

fn apply_action_takes_exactly_the_legal_actions_and_a_refusal_changes_nothing<G: Game>(setup: Setup<G>) {
    let beyond = [G::NUM_ACTIONS, G::NUM_ACTIONS + 1, 319, 320, 321, 1000, 0x8000, Action::MAX];
    for seed in 0..3 {
        walk(setup, seed, |state| {
            let legal = state.legal_actions();
            for action in (0..G::NUM_ACTIONS).chain(beyond) {
                let mut after = *state;
                match after.apply_action(action) {
                    Ok(()) => {
                        assert!(legal.contains(action), "{action} is not listed");
                        assert!(after != *state, "{action} changes nothing");
                        let mut trusted = *state;
                        trusted.apply_trusted(action);
                        assert!(trusted == after);
                    }
                    Err(error) => {
                        assert!(!legal.contains(action), "{action} is listed: {error}");
                        assert!(after == *state, "the refused {action} changed the state");
                        let text = G::action_to_string(setup.edition(), action);
                        assert_eq!(error.action, text.unwrap_or_else(|| action.to_string()));
                        assert!(!error.reason.is_empty() && !error.to_string().contains('\n'));
                    }
                }
            }
        });
    }
}

fn every_refusal_in_a_running_game_names_a_clause_of_the_rules<G: Game>(setup: Setup<G>) {
    walk(setup, 4, |state| {
        for action in (0..G::NUM_ACTIONS).filter(|action| !state.legal_actions().contains(*action)) {
            let mut state = *state;
            let over = state.is_terminal();
            let error = state.apply_action(action).unwrap_err();
            assert_eq!(error.rule.is_empty(), over, "{error}");
            let clause = error.rule.strip_suffix('.').unwrap_or(error.rule);
            assert!(over || G::RULES.contains(&format!("{clause} ")), "rules.md has no {clause}");
        }
    });
}

fn ids_moves_texts_and_parts_convert_into_each_other<G: Game>(setup: Setup<G>) {
    let edition = setup.edition();
    let mut texts = HashSet::new();
    for action in 0..G::NUM_ACTIONS {
        let this = G::Move::from_action(action).unwrap();
        assert_eq!(this.to_action(), action);
        let text = G::action_to_string(edition, action).unwrap();
        assert_eq!(G::string_to_action(edition, &text), Ok(action));
        assert_eq!(G::string_to_action(edition, &format!("  {}\t", text.to_uppercase())), Ok(action));
        assert_eq!(G::string_to_action(edition, &text.replace(' ', "   ")), Ok(action));
        assert_eq!(text, text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" "), "canonical");
        let (kind, argument) = this.parts();
        assert_eq!(G::Move::from_parts(kind, argument), Some(this));
        assert!(kind.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{kind}");
        // The same kind with or without an argument, the other way round, is no move.
        let other = if argument.is_some() { None } else { Some(0) };
        assert_eq!(G::Move::from_parts(kind, other), None);
        assert_eq!(G::Move::from_parts(kind, Some(u16::MAX)), None);
        assert!(texts.insert(text));
    }
    for action in [G::NUM_ACTIONS, G::NUM_ACTIONS + 1, Action::MAX] {
        assert_eq!(G::Move::from_action(action), None);
        assert_eq!(G::action_to_string(edition, action), None);
    }
    assert!(usize::from(G::NUM_ACTIONS) <= ActionSet::CAPACITY);
    for nonsense in ["", " ", "resign", "\u{0}", "play", "999999", "\u{130}"] {
        let error = G::string_to_action(edition, nonsense).unwrap_err();
        assert_eq!(error.text, nonsense);
        assert!(!error.reason.is_empty() && !error.to_string().contains('\n'));
    }
    assert_eq!(G::Move::from_parts("resign", None), None);
}

fn a_running_game_has_a_player_and_a_legal_action_and_an_ended_one_neither<G: Game>(setup: Setup<G>) {
    for seed in 0..40 {
        walk(setup, seed, |state| {
            assert_eq!(state.num_players(), setup.players());
            let legal = state.legal_actions();
            assert!(legal.iter().all(|action| action < G::NUM_ACTIONS));
            assert_eq!(state.is_terminal(), legal.is_empty());
            assert_eq!(state.is_terminal(), state.current_player().is_none());
            assert_eq!(state.is_terminal(), state.active_player().is_none());
            assert!(state.current_player().is_none_or(|player| player < setup.players()));
            assert!(state.active_player().is_none_or(|player| player < setup.players()));
        });
    }
}

// States.

fn a_copy_is_independent_of_the_original<G: Game>(setup: Setup<G>) {
    let mut rng = Rng::new(1);
    walk(setup, 6, |state| {
        let before = dict(state);
        let original = *state;
        let mut copy = original;
        let boxed = registry::AnyState::clone_box(&original);
        playout(&mut copy, &mut rng);
        assert!(original == *state && boxed.as_any().downcast_ref::<G::State>() == Some(state));
        assert_eq!(dict(&original), before);
    });
}

fn a_game_is_its_seed_and_its_actions<G: Game>(setup: Setup<G>) {
    for seed in [0, 1, u64::MAX] {
        let mut states = Vec::new();
        walk(setup, seed, |state| states.push(*state));
        let mut i = 0;
        walk(setup, seed, |state| {
            assert!(*state == states[i]);
            i += 1;
        });
        assert_eq!(i, states.len());
    }
}

/// A way to choose an action; `None` after the end.
type Policy<S> = fn(&S, &mut Rng) -> Option<Action>;

fn a_game_ends_within_max_game_length<G: Game>(setup: Setup<G>) {
    let most = setup.max_game_length();
    for seed in 0..300 {
        let mut state = setup.new_initial_state(seed);
        assert!(playout(&mut state, &mut Rng::for_stream(seed, Stream::Playout)) <= most);
    }
    // Players who always take the first action, the last, or one that keeps the turn going, if there is one.
    let first: Policy<G::State> = |state, _| state.legal_actions().nth(0);
    let last: Policy<G::State> = |state, _| state.legal_actions().iter().last();
    let linger: Policy<G::State> = |state, rng| {
        let mut lingering = ActionSet::EMPTY;
        for action in &state.legal_actions() {
            let mut next = *state;
            next.apply_trusted(action);
            if next.active_player() == state.active_player() {
                lingering.insert(action);
            }
        }
        if lingering.is_empty() { random_action(state, rng) } else { lingering.choose(rng) }
    };
    let policies: [Policy<G::State>; 3] = [first, last, linger];
    for policy in policies {
        for seed in 0..20 {
            let mut state = setup.new_initial_state(seed);
            let mut rng = Rng::new(seed);
            let mut decisions = 0;
            while let Some(action) = policy(&state, &mut rng) {
                state.apply_trusted(action);
                decisions += 1;
                assert!(decisions <= most, "seed {seed}");
            }
            assert!(state.is_terminal());
        }
    }
}

fn the_hash_is_equal_in_equal_states_and_different_in_different_ones<G: Game>(setup: Setup<G>) {
    let mut seen: HashMap<u64, G::State> = HashMap::new();
    for seed in 0..30 {
        let mut last = None;
        walk(setup, seed, |state| {
            let hash = state.state_hash();
            assert_ne!(last, Some(hash), "a decision changes the state");
            last = Some(hash);
            let known = seen.entry(hash).or_insert(*state);
            assert!(known == state, "two states share the hash {hash:016x}");
            let copy = *state;
            assert_eq!(copy.state_hash(), hash);
        });
    }
}

fn the_hash_and_equality_notice_every_hidden_thing<G: Tested>(setup: Setup<G>) {
    for seed in 0..3 {
        let state = midway(setup, seed, game_length(setup, seed) / 2);
        let truth = dict(&state);
        let mut places = BTreeSet::new();
        for player in 0..setup.players() {
            places.extend(hidden_places(&truth, &state.observation(player).to_json()));
        }
        let places: Vec<String> =
            places.into_iter().filter(|place| truth.pointer(place).unwrap()[0].is_number()).collect();
        let mut hashes = HashSet::from([state.state_hash()]);
        for (i, one) in places.iter().enumerate() {
            for other in &places[i..] {
                let last = truth.pointer(other).unwrap().as_array().unwrap().len() - 1;
                if one == other && (last == 0 || is_set::<G>(one)) {
                    continue;
                }
                // The first card of one place and the last of the other change places, and nothing else does.
                let mut changed = truth.clone();
                changed.pointer_mut(one).unwrap()[0] = truth.pointer(other).unwrap()[last].clone();
                changed.pointer_mut(other).unwrap()[last] = truth.pointer(one).unwrap()[0].clone();
                for place in [one, other].into_iter().filter(|place| is_set::<G>(place)) {
                    changed.pointer_mut(place).unwrap().as_array_mut().unwrap().sort_by_key(Json::as_u64);
                }
                let changed = restore(setup, &changed).unwrap_or_else(|error| panic!("{error}: {one}, {other}"));
                assert!(changed != state, "{one}, {other}");
                assert!(hashes.insert(changed.state_hash()), "{one}, {other}");
            }
        }
    }
}

fn every_state_round_trips_through_its_dict_and_so_the_caches_equal_their_recomputation<G: Game>(setup: Setup<G>) {
    for seed in 0..10 {
        walk(setup, seed, |state| {
            let dict = dict(state);
            let again = restore(setup, &dict).unwrap_or_else(|error| panic!("{error}: {dict}"));
            assert!(again == *state, "{dict}");
            assert_eq!(again.state_hash(), state.state_hash());
            assert_eq!(self::dict(&again), dict);
            assert_eq!(again.legal_actions(), state.legal_actions());
            assert_eq!((again.scores(), again.to_text()), (state.scores(), state.to_text()));
        });
    }
}

fn the_dict_has_the_keys_common_to_all_games<G: Game>(setup: Setup<G>) {
    walk(setup, 8, |state| {
        let dict = dict(state);
        assert_eq!(dict["game"], G::NAME);
        assert_eq!(dict["edition"], setup.edition().name());
        assert_eq!(dict["players"], setup.players());
        assert_eq!(dict["active_player"], json!(state.active_player()));
        assert_eq!(dict["current_player"], json!(state.current_player()));
        assert_eq!(dict["phase"] == "end", state.is_terminal());
    });
}

fn ranks_and_returns_follow_from_the_scores<G: Game>(setup: Setup<G>) {
    let n = setup.players();
    for seed in 0..60 {
        walk(setup, seed, |state| {
            let (scores, standings, ranks) = (state.scores(), state.standings(), state.ranks());
            assert_eq!((scores.len(), ranks.len()), (n, n));
            assert!(scores.iter().zip(&standings).all(|(score, standing)| *score == standing[0]));
            for (mine, rank) in standings.iter().zip(&ranks) {
                assert_eq!(usize::from(*rank), 1 + standings.iter().filter(|other| *other > mine).count());
            }
            let values = state.returns();
            assert_eq!(values, returns(&ranks));
            assert!(values.iter().sum::<f64>().abs() < 1e-12);
            assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)));
            for (i, one) in ranks.iter().enumerate() {
                for (j, other) in ranks.iter().enumerate() {
                    assert_eq!(one.cmp(other).reverse(), values[i].total_cmp(&values[j]), "better rank, more return");
                    assert!(one >= other || scores[i] >= scores[j], "the score decides first");
                }
            }
        });
    }
}

fn texts_of_states_have_several_lines_and_no_trailing_space<G: Game>(setup: Setup<G>) {
    walk(setup, 1, |state| {
        let text = state.to_text();
        assert!(text.lines().count() > 5 && text.lines().all(|line| line.trim_end() == line), "{text}");
    });
}

// Playouts and perft.

fn playouts_do_not_depend_on_the_number_of_threads<G: Game>(setup: Setup<G>) {
    let go = AtomicBool::new(false);
    let one = playouts(setup, 1_300, 9, 1, &go).unwrap();
    assert_eq!(one.scores.len(), 1_300);
    assert_eq!(playouts(setup, 1_300, 9, 2, &go), Some(one.clone()));
    assert_eq!(playouts(setup, 1_300, 9, 0, &go), Some(one.clone()));
    let shorter = playouts(setup, 700, 9, 2, &go).unwrap();
    assert_eq!(shorter.scores[..], one.scores[..700], "a game depends on its number alone");
    assert!(playouts(setup, 700, 10, 1, &go).unwrap() != shorter);
    let mut decisions = 0;
    for (game, scores) in one.scores.iter().enumerate() {
        let seed = derive_seed(9, game as u64);
        let mut state = setup.new_initial_state(seed);
        decisions += playout(&mut state, &mut Rng::for_stream(seed, Stream::Playout)) as u64;
        assert_eq!(state.scores(), *scores);
    }
    assert_eq!(decisions, one.decisions);
    assert_eq!(playouts(setup, 0, 9, 2, &go).unwrap().scores.len(), 0);
}

fn playouts_and_perft_stop_when_told<G: Game>(setup: Setup<G>) {
    let stop = AtomicBool::new(true);
    assert_eq!(playouts(setup, 700, 9, 1, &stop), None);
    assert_eq!(playouts(setup, 700, 9, 2, &stop), None);
    assert_eq!(perft::perft(&setup.new_initial_state(1), 12, &stop), None);
    assert_eq!(perft::divide(&setup.new_initial_state(1), 12, &stop), None);
}

fn perft_by_trying_every_id<S: State>(state: &S, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for action in 0..S::Game::NUM_ACTIONS {
        let mut next = *state;
        if next.apply_action(action).is_ok() {
            nodes += perft_by_trying_every_id(&next, depth - 1);
        }
    }
    nodes
}

fn perft_counts_what_trying_every_id_counts<G: Game>(setup: Setup<G>) {
    let go = AtomicBool::new(false);
    for (seed, quarters, depth) in [(0, 0, 2), (1, 1, 3), (2, 2, 3), (3, 3, 3)] {
        let state = midway(setup, seed, game_length(setup, seed) * quarters / 4);
        let nodes = perft::perft(&state, depth, &go).unwrap();
        assert_eq!(nodes, perft_by_trying_every_id(&state, depth));
        let divided = perft::divide(&state, depth, &go).unwrap();
        assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes);
        assert!(divided.iter().map(|(action, _)| *action).eq(everything_legal(&state)));
    }
    let mut over = setup.new_initial_state(1);
    playout(&mut over, &mut Rng::new(1));
    assert_eq!((perft::perft(&over, 0, &go), perft::perft(&over, 3, &go)), (Some(1), Some(0)));
}

fn a_debug_print_of_a_state_names_its_edition_but_does_not_print_it<G: Game>(setup: Setup<G>) {
    let mut text = String::new();
    write!(text, "{:?}", setup.new_initial_state(1)).unwrap();
    assert!(text.contains(&format!("{}/{}#", G::NAME, setup.edition().name())));
}

/// All properties as tests of a module: its name, the game's type, and [`Tested::SETS`]. Without sets, those properties are left
/// out that want every hidden card to be possible in every hidden place; the game then has tests of its own for them.
macro_rules! contract {
    ($name:ident, $game:ty, $sets:expr) => {
        impl Tested for $game {
            const SETS: &'static [&'static str] = &$sets;
        }

        mod $name {
            contract! { @common $game }
            contract! { @tests $game:
                the_hash_and_equality_notice_every_hidden_thing
                nothing_a_player_sees_depends_on_what_is_hidden_from_the_player
                samples_vary_and_find_the_truth_no_more_often_than_chance
                sampled_cards_are_uniform_over_all_that_is_unseen
                sampled_neighbours_are_independent
                permuting_the_hidden_cards_changes_no_bots_move
            }
        }
    };
    ($name:ident, $game:ty) => {
        mod $name {
            contract! { @common $game }
        }
    };
    (@common $game:ty) => {
        contract! { @tests $game:
            apply_action_takes_exactly_the_legal_actions_and_a_refusal_changes_nothing
            every_refusal_in_a_running_game_names_a_clause_of_the_rules
            ids_moves_texts_and_parts_convert_into_each_other
            a_running_game_has_a_player_and_a_legal_action_and_an_ended_one_neither
            a_copy_is_independent_of_the_original
            a_game_is_its_seed_and_its_actions
            a_game_ends_within_max_game_length
            the_hash_is_equal_in_equal_states_and_different_in_different_ones
            every_state_round_trips_through_its_dict_and_so_the_caches_equal_their_recomputation
            the_dict_has_the_keys_common_to_all_games
            ranks_and_returns_follow_from_the_scores
            texts_of_states_have_several_lines_and_no_trailing_space
            an_observation_offers_the_legal_actions_to_the_player_who_decides_and_none_to_others
            equal_hashes_and_tensors_mean_equal_observations
            a_sample_agrees_with_the_observation_and_is_a_sound_state
            playouts_do_not_depend_on_the_number_of_threads
            playouts_and_perft_stop_when_told
            perft_counts_what_trying_every_id_counts
            a_debug_print_of_a_state_names_its_edition_but_does_not_print_it
            bots_play_legally_and_the_same_with_the_same_seed
            what_is_hidden_changes_no_bots_move
            a_search_accounts_for_its_simulations_and_repeats_itself
            a_search_stops_when_told
            flat_tries_every_action_equally_often
            a_limit_of_time_ends_a_search_that_has_tried_something
        }
    };
    (@tests $game:ty: $($property:ident)*) => {$(
        #[test]
        fn $property() {
            super::for_each_setup::<$game>(super::$property);
        }
    )*};
}

#[test]
fn every_registered_game_is_tested_here() {
    let names: Vec<&str> = registry::GAMES.iter().map(|game| game.name()).collect();
    assert_eq!(names, ["mercurius", "celtic", "merkator"]);
}

contract!(mercurius, merx_engine::mercurius::Mercurius, ["hand", "discarded"]);
contract!(celtic, merx_engine::celtic::Celtic, ["goals"]);
contract!(merkator, merx_engine::merkator::Merkator);
