package io.quipu.cassandra;

/**
 * A statement: its text, in which {@code $ks} stands for the keyspace, and what kind of access it
 * is. From the kind follow consistency, idempotence and whether the driver may send it again.
 */
public record Cql(String text, Access access) {
  public enum Access {
    /** By a quorum. */
    READ,
    /** By a serial read, which first decides whatever conditional write is in progress. */
    SERIAL_READ,
    /** By a quorum; safe to repeat. */
    WRITE,
    /** Compare-and-set: sent once, never repeated by the driver. */
    CONDITIONAL
  }

  /**
   * @throws IllegalArgumentException if the text does not fit the access
   */
  public Cql {
    boolean reads = access == Access.READ || access == Access.SERIAL_READ;
    if (reads != text.startsWith("SELECT ")) {
      throw new IllegalArgumentException("not a " + access + ": " + text);
    }
    if (access != Access.CONDITIONAL && text.contains(" IF ")) {
      throw new IllegalArgumentException("a condition that may be sent twice: " + text);
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
