package io.quipu.client;

/**
 * The problem that the service tells of an error (RFC 9457).
 *
 * @param type a path such as {@code /problems/invalid-event}, which leads to a page that explains
 *     it; {@code about:blank} where the answer was none of the service's
 * @param title what it is, in words
 * @param status the status of HTTP
 * @param detail what exactly, with the field and the limit
 */
public record Problem(String type, String title, int status, String detail) {
  @Override
  public String toString() {
    return status + " " + type + ": " + (detail.isEmpty() ? title : detail);
  }
}
