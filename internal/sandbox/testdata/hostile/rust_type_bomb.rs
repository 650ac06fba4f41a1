// types that double with every step
fn d<T: Clone>(x: T) -> (T, T) { (x.clone(), x) }
fn main() { let a = d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(d(1u8)))))))))))))))))))))))))); std::mem::forget(a); }
