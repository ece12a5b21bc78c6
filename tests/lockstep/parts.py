"""Every part of every clause that the walks must have exercised: what acts, then what is refused.

The reference counts a part where breaking it would show: an action that it changes, or leaves out.
What is counted and not listed here is a fault, and so is what is listed and not counted. A part is
named in one line or more; `;` divides them, further lines of a clause are indented.
"""

from __future__ import annotations

#: Clauses in which nothing acts, each with the reason.
NOT_MECHANIC: dict[str, dict[str, str]] = {
    "mercurius": {},
    "celtic": {},
    "merkator": {"7": "tells how long measured games were, and asks nothing of anybody"},
}

PARTS = {
    "mercurius": """
1.1 the dividend under the marker; the price under the marker
1.2 the start columns; a start price twice in the row refused
1.3 stopped at the first column; stopped at the last column
1.4 prices stay
2.1 money, cards and spaces
2.2 tokens by number of players
2.3 backup deck, hands, main deck
2.4 seat 0 starts; the next seat
3 four phases
3.1.1 all transactions used; buy; sell
3.1.2 buy, token 1; buy, token 2; buy, token 3; sell, token 1; sell, token 2; sell, token 3; a
    sale below 0 refused
3.1.3 nothing done; sales and purchases in one turn; bank empty refused; item order refused; no
    debts refused; sales before purchases refused; sold and bought refused
3.1.4 sale is over before Dividend; sold at the start of the turn; sold from Black Market, then
    buy; sold from Black Market, then sell; first token laid; further token laid;
    as many laid as allowed; item order
    refused; once a game refused
3.1.5 own shares not needed; shares on Black Market paid; shares paid; a chamber pays once
    refused; once a game refused
3.1.6 Black Market instead of finance; Dividend instead of finance; Black Market refused;
    Dividend refused
3.2.1 card played
3.2.2 0 discarded; 1 discarded; 2 discarded; 3 discarded; News; News and Black Market in one
    turn; News and Dividend in one turn; drawn from the backup deck; drawn from the main deck;
    main deck empty; ascending refused; backup deck too small refused; once a game refused
3.3.1 0 cards act; 1 cards act; 2 cards act; 3 cards act; News does nothing
3.3.2 the order matters
3.3.3 News gone; card gone
3.4.1 drawn; nothing drawn after News
3.4.2 main deck empty
4 hands and decks; number of another's discards; own discards
5.1 end; ends with all cards; ends with fewer cards; ends with more cards; last card drawn for
    News; last card drawn in phase 4; turn after the last card was drawn
5.2 last card drawn by another seat; last card drawn by the last seat
5.3 final sale includes Black Market; final sale without deductions; most guilders win
5.4 first place shared; lower place shared
""",
    "celtic": """
1.1 all pieces in the village
1.2 stocks of goods cards
1.3 goals drawn and hidden
1.4 seat 0 starts; the next seat
2 first window ended; second window; goals before goods, before refused; goals before goods,
    after refused; goals before goods, collect refused; goods order, before refused; goods
    order, after refused; goods order, collect refused
2.1 1 roads; 2 roads; all pieces; part of the pieces; the only piece; not the start refused; too
    far refused
2.2 along with all; along with part; not asked; stayed
2.3 moved to a goal, fulfilled nothing; moved to a trading place, took nothing
3.1 fulfilled in after; fulfilled in before; fulfilled in collect; further pieces stay; every
    place refused
3.2 drawn; fulfilled in the turn it was drawn; none drawn
3.3 fulfilled goals open; others' goals hidden
4.1 another trading place; empty stock; taken in after; taken in before; taken in collect; the
    same trading place
4.2 empty stock seen; others' kinds hidden; stock seen
5.1 end; end in the last turn of 5.4; last goal in after; last goal in before; last goal in
    collect
5.2 announced; announced after the last goal; put off; a kind lacking refused
5.3 last collection; last goal calls nothing; no last collection after the turn limit; no new
    goals; nobody else acts
5.4 turn limit
6.1 fulfilled goals count; goals in hand count nothing
6.2 equal numbers, different ranks; rarer kinds are worth more
6.3 capped with 0 goals; capped with 1 goals; capped with 2 goals; capped with 3 goals; capped
    with 4 goals; capped with 5 goals
6.4 decided by cards; decided by goals; decided by points; place shared
""",
    "merkator": """
1.1 a place is full; cubes become goods; more in a room than on a place
2.1 a cube on every major place; the figure nowhere
2.2 the chart
2.3 supply tile
2.4 contracts, stacks, discard; the Peace
2.5 bonus cards and buildings
2.6 seat 0 starts; the next seat; time of the last, of others
2.7 empty stack seen; face-up marker seen; markers hidden; top of a stack seen
3.1.1 bonus bought; building bought; sold; price refused
3.1.2 the Peace counts as held; the Peace refused; the last contract refused
3.1.3 sold down; too many contracts refused
3.1.4 coins lost
3.1.5 empty bonus pile; empty building pile; replaced; replacement bought too
3.2.1 1 paid; 2 paid; 3 paid; moved; stayed; cost refused
3.2.2 one into each; one stored; several stored; one into each refused
3.2.3 bonus
3.2.4 enough cubes; from a major place; from a minor place; too few cubes
3.2.5 0 of 1 left; 0 of 2 left; 1 of 2 left; time
3.2.6 0 of 1 lost; 0 of 2 lost; 1 of 1 lost; 1 of 2 lost; 2 of 2 lost; chosen; chosen by another
    player; counts again; counts again, alternative included; double; face-up marker taken;
    kept; last of a row and first of the next; last row; next turned, a double; next turned, a
    single; single; the supply tile is safe; rows of one marker refused
3.2.7 in order; the place visited is not refilled
3.3.1 fulfilled; fulfilled in the turn it was gained; gained; the Peace earned; once a turn
    refused; place refused
3.3.2 gained below; gained below, no Peace left; nothing taken, all empty; nothing taken, the
    lowest value
3.3.3 chosen; goods given; time given
3.3.4 cubes left on the tile; unloaded
3.3.5 goods missing; unloaded without a contract for the place; too much missing refused
3.4.1 bonus; fulfilled; joined major; joined minor; joined without a contract; stayed; once a
    turn refused
3.5.1 0 stored unasked; 2 stored unasked; cannot join; end fulfilling asked, though alone; end
    investing asked, though alone; exchange unasked; exchange unasked before a choice; loss
    unasked; loss unasked before a choice
3.5.2 sold in any order; exchange completed refused; exchange order refused; loss completed
    refused; loss order refused; sales order refused; unloading order refused
4.1 called before; empty chart; end; the Peace; the Peace, joining
4.2 coins lost; not forced; sales order refused
4.3 among the last turns; turn limit
5.1 building points; contracts in full; others half, no rest; others half, rounded down; the
    Peace in full
5.2 decided by coins; decided by points; decided by time; place shared
6 bonus cards changed; coins lost; contract arrived; end; fewer in the box; no end called; not
    forced; set-up; the next turn; time as due
8 at most; bonus_cards; bonus_sets; coins_per_two; colours_with_both; contract_pairs; contracts;
    contracts_from_seven; cubes_per_two; destinations; full_columns; fullest_column;
    goods_with_three; kinds:X+Y; kinds_of_goods; major_contracts; minor_contracts; not more than
    every other; other_buildings; sole_best_contract; sole_most_bonus; sole_most_cubes;
    sole_most_minor_contracts; sole_most_time; strictly more than every other; time_markers
""",
}
