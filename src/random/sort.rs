//! Sorts uniformly distributed 64-bit numbers, such as the priorities of a shuffle.

/// Sorts `count` uniformly distributed 64-bit numbers: places each by its highest bits, corrects most of the rest in one
/// branchless pass, and completes the order by insertion.
pub(crate) fn sort_uniform<const CHUNKS: usize>(
    count: usize,
    numbers: impl Iterator<Item = u64>,
    sorted: &mut [u64],
) -> &[u64] {
    // 64 buckets in each chunk: as many as a deck can have cards, so a bucket has about one number.
    let bucket = |number: u64| ((u128::from(number) * 64 * CHUNKS as u128) >> 64) as usize;
    let (mut kept, mut ends) = ([[0u64; 64]; CHUNKS], [[0u16; 64]; CHUNKS]);
    let (kept, ends) = (&mut kept.as_flattened_mut()[..count], ends.as_flattened_mut());
    for (place, number) in kept.iter_mut().zip(numbers) {
        *place = number;
        ends[bucket(number)] += 1;
    }
    let mut end = 0;
    for count in ends.iter_mut() {
        end += *count;
        *count = end;
    }
    for &number in kept.iter() {
        // Filled from the end of each bucket, so that one table serves as both the ends and the next places.
        let end = &mut ends[bucket(number)];
        *end -= 1;
        sorted[usize::from(*end)] = number;
    }
    let sorted = &mut sorted[..count];
    // Only neighbours in a bucket can be out of order now. Most of these are corrected here without the branches of the
    // insertion.
    raise_highest(sorted);
    insert_all(sorted);
    sorted
}

/// Moves the highest number so far towards the end: each lower number after it moves one place down.
fn raise_highest(numbers: &mut [u64]) {
    let mut highest = numbers.first().copied().unwrap_or(0);
    for at in 1..numbers.len() {
        let number = numbers[at];
        numbers[at - 1] = number.min(highest);
        highest = number.max(highest);
        numbers[at] = highest;
    }
}

/// Insertion sort for numbers that are almost in order.
fn insert_all(numbers: &mut [u64]) {
    for at in 1..numbers.len() {
        let mut place = at;
        while place > 0 && numbers[place - 1] > numbers[place] {
            numbers.swap(place - 1, place);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mix;
    use super::*;

    #[test]
    fn numbers_of_any_count_and_spread_are_sorted() {
        for count in [0, 1, 2, 3, 64, 95, 96, 191, 192] {
            for spread in [u64::MAX, u64::MAX >> 8, 3] {
                let numbers: Vec<u64> = (0..count as u64).map(|n| mix(n) & spread).collect();
                let mut expected = numbers.clone();
                expected.sort_unstable();
                let mut room = [0; 192];
                assert_eq!(sort_uniform::<3>(count, numbers.into_iter(), &mut room), expected);
            }
        }
    }

    #[test]
    fn one_pass_raises_the_highest_number_so_far() {
        let mut numbers = [3, 9, 1, 2, 12, 4];
        raise_highest(&mut numbers);
        assert_eq!(numbers, [3, 1, 2, 9, 4, 12]);
    }
}
