package io.quipu.engine.store.contract;

import java.util.concurrent.atomic.AtomicInteger;

/** Parts of the pages, each for a single test: stores may share what is below them. */
final class UnusedParts {
  /** How many there are; page p lies in part {@code p mod PARTS}. */
  static final int PARTS = 512;

  private static final AtomicInteger NEXT = new AtomicInteger();

  private UnusedParts() {}

  static int next() {
    return NEXT.getAndIncrement() % PARTS;
  }
}
