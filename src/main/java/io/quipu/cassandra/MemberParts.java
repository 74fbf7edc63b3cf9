package io.quipu.cassandra;

/** How the ids of a counter are spread over the parts of its member table. */
final class MemberParts {
  /** Parts of each counter. A fixed number: it is part of the primary key. */
  static final int COUNT = 64;

  private static final int FNV_BASIS = 0x811c9dc5;
  private static final int FNV_PRIME = 0x01000193;

  private MemberParts() {}

  /**
   * The part of an id: FNV-1a over its UTF-16 units, then the finalizer of MurmurHash3, so that ids
   * that differ in their last digit only are spread as well as any. Not {@link String#hashCode},
   * whose collisions any caller can construct.
   *
   * <p>Never to be changed: members written under another part would not be found, and their events
   * counted again.
   */
  static int partOf(String id) {
    int hash = FNV_BASIS;
    for (int i = 0; i < id.length(); i++) {
      hash = (hash ^ id.charAt(i)) * FNV_PRIME;
    }
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return Math.floorMod(hash ^ hash >>> 16, COUNT);
  }
}
