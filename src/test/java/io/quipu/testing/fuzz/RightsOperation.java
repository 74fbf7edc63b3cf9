package io.quipu.testing.fuzz;

import java.util.List;
import java.util.Random;
import java.util.Set;

/** The operations of requests, and the rights that they take, as the contract has it. */
enum RightsOperation {
  COUNT("read", "GET"),
  HEAD("read", "HEAD"),
  WINDOWS("read", "GET"),
  STREAM("read", "GET"),
  LIST("read", "GET"),
  LARGEST("read", "GET"),
  TOP("read", "GET"),
  SETTINGS("read", "GET"),
  NAMESPACES("read", "GET"),
  COUNTS("read", "POST"),
  RECORD("record", "POST"),
  RECORD_ALL("record", "POST"),
  RECORD_LINES("record", "POST"),
  PUT("admin", "PUT"),
  RESET("admin", "DELETE"),
  RECOUNT("admin", "POST"),
  KEYS("operate", "GET"),
  NEW_KEY("operate", "POST"),
  DELETE_KEY("operate", "DELETE");

  private static final List<RightsOperation> OFTEN =
      List.of(COUNT, COUNTS, RECORD, RECORD, RECORD_ALL, RECORD_ALL, RECORD_LINES);

  /** Operations that are slow, or leave something for ever. */
  private static final Set<RightsOperation> SLOW =
      Set.of(RESET, RECOUNT, NEW_KEY, STREAM, LARGEST, TOP);

  /** One in so many of those. */
  private static final int SELDOM = 20;

  final String right;
  final String method;

  RightsOperation(String right, String method) {
    this.right = right;
    this.method = method;
  }

  boolean records() {
    return this == RECORD || this == RECORD_ALL || this == RECORD_LINES;
  }

  boolean isOfKeys() {
    return this == KEYS || this == NEW_KEY || this == DELETE_KEY;
  }

  /** Tells whether its path names nothing that anybody could be allowed. */
  boolean isAnywhere() {
    return this == NAMESPACES || this == COUNTS || this == RECORD_ALL || this == RECORD_LINES;
  }

  boolean isOfCounter() {
    return this == COUNT
        || this == HEAD
        || this == WINDOWS
        || this == STREAM
        || this == RECORD
        || this == RESET
        || this == RECOUNT;
  }

  /** Mostly one that the key is for somewhere. */
  static RightsOperation drawnFor(Holder shown, Random random) {
    RightsOperation drawn = drawn(random);
    for (int i = 0; i < 3 && !shown.maySomewhere(drawn.right); i++) {
      drawn = drawn(random);
    }
    return drawn;
  }

  private static RightsOperation drawn(Random random) {
    RightsOperation any = values()[random.nextInt(values().length)];
    boolean isSlow = SLOW.contains(any);
    return random.nextInt(3) > 0 || (isSlow && random.nextInt(SELDOM) > 0)
        ? OFTEN.get(random.nextInt(OFTEN.size()))
        : any;
  }
}
