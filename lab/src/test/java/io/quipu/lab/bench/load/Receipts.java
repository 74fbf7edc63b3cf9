package io.quipu.lab.bench.load;

/**
 * The fate of all that a load sent in its whole life, whether or not it was measured.
 *
 * @param sent handed to a connection, even if the connection was closed before it was answered
 * @param acknowledged answered with success
 */
public record Receipts(long sent, long acknowledged) {
  public static final Receipts NONE = new Receipts(0, 0);

  public Receipts plus(Receipts more) {
    return new Receipts(sent + more.sent, acknowledged + more.acknowledged);
  }

  /**
   * @param each how many events a request stands for
   */
  public Receipts times(int each) {
    return new Receipts(sent * each, acknowledged * each);
  }

  /** Requests that may have been done: refused, answered in part, or not answered at all. */
  public long inDoubt() {
    return sent - acknowledged;
  }
}
