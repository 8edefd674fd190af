//! 128-bit products of words.

/// Returns the lower and the upper word of a product.
#[cfg(not(target_family = "wasm"))]
#[must_use]
#[inline(always)]
pub fn product(a: u64, b: u64) -> (u64, u64) {
    let product = u128::from(a) * u128::from(b);
    (product as u64, (product >> 64) as u64)
}

/// Returns the lower and the upper word of a product.
#[cfg(target_family = "wasm")]
#[must_use]
#[inline(always)]
pub fn product(a: u64, b: u64) -> (u64, u64) {
    product_by_halves(a, b)
}

/// Computes the product by multiplications of 32 bits.
///
/// PERF: WebAssembly has no wider product, and a 128-bit one is a call that returns its result through memory.
#[cfg(any(test, target_family = "wasm"))]
#[inline(always)]
fn product_by_halves(a: u64, b: u64) -> (u64, u64) {
    let halves = |number: u64| (number >> 32, number & u64::from(u32::MAX));
    let ((high_a, low_a), (high_b, low_b)) = (halves(a), halves(b));
    // No sum leaves 64 bits: the product of two halves is at most 2^64 - 2^33 + 1.
    let (carry, middle) = halves(high_a.wrapping_mul(low_b).wrapping_add(low_a.wrapping_mul(low_b) >> 32));
    let lower = low_a.wrapping_mul(high_b).wrapping_add(middle);
    let upper = high_a.wrapping_mul(high_b).wrapping_add(carry).wrapping_add(lower >> 32);
    (a.wrapping_mul(b), upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_by_halves_are_the_same() {
        let mut seed = 1_u64;
        let edges = [0, 1, u64::from(u32::MAX), 1 << 32, u64::MAX, u64::MAX >> 1, 0x9e37_79b9_7f4a_7c15];
        let random = (0..1000).map(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed
        });
        let numbers: Vec<u64> = edges.into_iter().chain(random).collect();
        for (&a, &b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a, b))) {
            assert_eq!(product_by_halves(a, b), product(a, b), "{a} * {b}");
        }
    }
}
