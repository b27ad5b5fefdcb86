//! Parts of a long vector of numbers, and arithmetic on them that the compiler can vectorize.

/// # Panics
/// If the part does not end within the vector.
pub fn part_of<const LENGTH: usize>(numbers: &[f32], at: usize) -> &[f32; LENGTH] {
    numbers[at..].first_chunk().expect("the part ends within the vector")
}

/// As [`part_of`], to change it.
pub fn part_of_mut<const LENGTH: usize>(numbers: &mut [f32], at: usize) -> &mut [f32; LENGTH] {
    numbers[at..].first_chunk_mut().expect("the part ends within the vector")
}

pub fn add_scaled<const LENGTH: usize>(sums: &mut [f32; LENGTH], by: &[f32; LENGTH], scale: f32) {
    sums.iter_mut().zip(by).for_each(|(sum, by)| *sum += scale * by);
}

/// The scalar product. Sums in lanes, so that the compiler can vectorize what it may not reorder.
pub fn dot<const LENGTH: usize>(a: &[f32; LENGTH], b: &[f32; LENGTH]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        (0..LANES).for_each(|lane| sums[lane] += a[lane] * b[lane]);
    }
    sums.iter().sum()
}
