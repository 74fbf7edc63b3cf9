/** Benchmarks, run by hand: they measure ratios, and no test depends on them. */
package io.quipu.lab.bench;
