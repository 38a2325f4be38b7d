//! Games allocate no memory, and their state has a small fixed size.

use crate::common;
use kickdoor::game::Game;
use kickdoor::ids::NARROW;

#[test]
fn games_allocate_no_memory() {
    let deck = common::shipped();
    for name in ["balanced", "greedy"] {
        let player = common::player(name, &deck);
        let mut table = common::table(&deck, common::game_setup(4, 1, 0));
        table.recorder().events.reserve(100_000);
        common::finish(&mut table, &[&player]);
        let count = allocation_counter::measure(|| {
            for block in 1..20 {
                table.recorder().clear();
                table.deal_again(common::game_setup(4, 1, block));
                common::finish(&mut table, &[&player]);
            }
        });
        assert_eq!(count.count_total, 0, "{name} allocates");
    }
}

#[test]
fn the_state_of_a_game_has_at_most_1952_bytes() {
    assert!(size_of::<Game<NARROW>>() <= 1952, "{} bytes", size_of::<Game<NARROW>>());
}
