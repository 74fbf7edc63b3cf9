package io.quipu.lab.bench.load;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntSupplier;

/** Numbers from 0 of which the i-th is drawn in proportion to 1 / (i + 1). */
public final class Zipf implements IntSupplier {
  private final double[] cumulated;
  private final Random random;

  public Zipf(int numbers, long seed) {
    cumulated = new double[numbers];
    random = new Random(seed);
    double sum = 0;
    for (int i = 0; i < numbers; i++) {
      sum += 1.0 / (i + 1);
      cumulated[i] = sum;
    }
  }

  @Override
  public int getAsInt() {
    double drawn = random.nextDouble() * cumulated[cumulated.length - 1];
    int found = Arrays.binarySearch(cumulated, drawn);
    return found < 0 ? -found - 1 : found;
  }
}
