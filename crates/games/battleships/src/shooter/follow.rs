//! How many shots miss if all later ones go where most of the fleets have a ship.

use super::super::evidence::MOST_SHIPS;
use super::super::sea::{Cell, Cells, only};
use super::fleets::Afloat;

/// The misses in all the fleets together, if the first shot is at `cell`.
///
/// Each answer leaves the fleets that give it, so it is as if the shooter knew that the true fleet is one of these.
/// Where they are all that could be, this is what the policy really takes. The order of the fleets is changed.
pub(super) fn misses(fleets: &mut [Afloat], open: Cells, cell: Cell) -> usize {
    let open = open & !only(cell);
    let (missed, mut hit) = split(fleets, |fleet| fleet.all & only(cell) == 0);
    let mut total = missed.len() + onwards(missed, open);
    for ship in 0..MOST_SHIPS {
        if hit.len() <= 1 {
            return total;
        }
        let sunk;
        (sunk, hit) = split(hit, |fleet| fleet.ships[ship] & only(cell) != 0 && fleet.ships[ship] & open == 0);
        total += onwards(sunk, open);
    }
    total + onwards(hit, open)
}

/// The misses from here on in fleets that have given the same answers so far.
fn onwards(fleets: &mut [Afloat], mut open: Cells) -> usize {
    loop {
        match fleets {
            // 1. Two fleets cost one miss in one of them, if anything tells them apart.
            [] | [_] => return 0,
            [one, other] => return usize::from((one.all ^ other.all) & open != 0),
            _ => {}
        }
        let (cells, count) = commonest(fleets, open);
        match count {
            0 => return 0,
            // 2. Cells of all of them are shot at first: that costs nothing, and ships that sink by it may tell fleets
            //    apart.
            _ if count == fleets.len() => {
                open &= !cells;
                let sunk = fleets[0].sunk(open);
                if fleets.iter().any(|fleet| fleet.sunk(open) != sunk) {
                    return by_sunk(fleets, open);
                }
            }
            // 3. Then the cell of most of them.
            _ => return misses(fleets, open, cells.trailing_zeros() as Cell),
        }
    }
}

/// The misses from here on in fleets that are told apart by which ships are sunk.
fn by_sunk(mut fleets: &mut [Afloat], open: Cells) -> usize {
    let mut total = 0;
    while let Some(first) = fleets.first() {
        let sunk = first.sunk(open);
        let (same, others) = split(fleets, |fleet| fleet.sunk(open) == sunk);
        total += onwards(same, open);
        fleets = others;
    }
    total
}

/// The open cells that are in the most fleets, and in how many.
///
/// All cells are counted at once, in binary: the first number has the lowest digit of each cell's count, and so on.
fn commonest(fleets: &[Afloat], open: Cells) -> (Cells, usize) {
    let mut digits: [Cells; usize::BITS as usize] = [0; usize::BITS as usize];
    for fleet in fleets {
        let mut carry = fleet.all;
        for digit in &mut digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
            if carry == 0 {
                break;
            }
        }
    }
    let (mut cells, mut count) = (open, 0);
    for place in (0..=fleets.len().ilog2()).rev() {
        let with = cells & digits[place as usize];
        if with != 0 {
            (cells, count) = (with, count | 1 << place);
        }
    }
    (cells, count)
}

/// The fleets for which something holds, and the others.
fn split(fleets: &mut [Afloat], mut holds: impl FnMut(&Afloat) -> bool) -> (&mut [Afloat], &mut [Afloat]) {
    let mut first = 0;
    for at in 0..fleets.len() {
        if holds(&fleets[at]) {
            fleets.swap(first, at);
            first += 1;
        }
    }
    fleets.split_at_mut(first)
}
