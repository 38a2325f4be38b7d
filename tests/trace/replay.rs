pub struct Sums;
