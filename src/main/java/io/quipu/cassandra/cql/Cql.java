package io.quipu.cassandra.cql;

/**
 * A statement: its text and its access. In the text {@code $ks} stands for the keyspace. The access
 * decides consistency, idempotence, and if the driver may send the statement again.
 */
public record Cql(String text, Access access) {
  public enum Access {
    /** A read by a quorum. */
    READ,
    /** A serial read, which first decides any conditional write in progress. */
    SERIAL_READ,
    /** A write to a quorum; safe to repeat. */
    WRITE,
    /** A compare-and-set, or a part of one in a batch: sent once, never repeated by the driver. */
    CONDITIONAL
  }

  /**
   * @throws IllegalArgumentException if the text does not fit the access, or if Cassandra would
   *     have to filter, which the guardrail {@code allow_filtering_enabled} may forbid
   */
  public Cql {
    boolean reads = access == Access.READ || access == Access.SERIAL_READ;
    if (reads != text.startsWith("SELECT ")) {
      throw new IllegalArgumentException("not a " + access + ": " + text);
    }
    if (access != Access.CONDITIONAL && text.contains(" IF ")) {
      throw new IllegalArgumentException("a condition that may be sent twice: " + text);
    }
    if (text.contains("ALLOW FILTERING")) {
      throw new IllegalArgumentException("a statement that operators may forbid: " + text);
    }
  }

  public static Cql read(String text) {
    return new Cql(text, Access.READ);
  }

  public static Cql serialRead(String text) {
    return new Cql(text, Access.SERIAL_READ);
  }

  public static Cql write(String text) {
    return new Cql(text, Access.WRITE);
  }

  public static Cql conditional(String text) {
    return new Cql(text, Access.CONDITIONAL);
  }
}
