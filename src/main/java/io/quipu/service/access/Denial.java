package io.quipu.service.access;

import io.quipu.engine.keys.Right;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;

/**
 * The failures for callers without permission. The failure does not depend on whether the requested
 * object exists.
 */
public final class Denial {
  private static final String AUTHORIZATION = "Authorization";

  private Denial() {}

  public static ServiceFailure noCredentials() {
    return new ServiceFailure(
        Reason.NO_CREDENTIALS,
        AUTHORIZATION,
        "A key or token is required: Authorization: Bearer ..., in this header and nowhere else");
  }

  public static ServiceFailure wrongCredentials() {
    return new ServiceFailure(
        Reason.WRONG_CREDENTIALS, AUTHORIZATION, "The key or token is wrong, withdrawn or expired");
  }

  /** Makes the failure for a key or token, right or wrong, that is not shown as it must be. */
  public static ServiceFailure malformedCredentials() {
    return new ServiceFailure(
        Reason.WRONG_CREDENTIALS,
        AUTHORIZATION,
        "Authorization must be sent once, as Bearer, a space, and the key or token without quotes");
  }

  public static ServiceFailure mayNot(Right right) {
    return new ServiceFailure(
        Reason.FORBIDDEN, "The key or token does not give the right to " + right.label() + " here");
  }

  /** Makes the failure for a namespace that is not shown to everybody, or does not exist. */
  public static ServiceFailure notPublic() {
    return new ServiceFailure(
        Reason.NOT_PUBLIC,
        "There is nothing here that is shown to everybody;"
            + " the setting \"public\" of a namespace says whether its counters are");
  }

  /** Makes the failure for a web page that neither the settings nor the caller's key admits. */
  public static ServiceFailure foreignOrigin() {
    return new ServiceFailure(
        Reason.FOREIGN_ORIGIN,
        "Origin",
        "Pages of this Origin may not use the service;"
            + " the setting QUIPU_ALLOWED_ORIGINS names those that may, and a key can, too");
  }

  /**
   * Makes the failure for a web page whose views a namespace does not count, or that is not known.
   *
   * @param header the header that names the page
   */
  public static ServiceFailure foreignViews(String header) {
    return new ServiceFailure(
        Reason.FOREIGN_ORIGIN,
        header,
        "Views of this page are not counted here;"
            + " the setting \"views\" of a namespace names the origins whose are");
  }

  static ServiceFailure otherDelta() {
    return new ServiceFailure(
        Reason.FORBIDDEN, "delta", "The key may record events of delta 1, and nothing else");
  }

  /** Makes the failure for a request to manage keys if callers do not present keys. */
  public static ServiceFailure noKeys() {
    return new ServiceFailure(Reason.FORBIDDEN, "Keys are managed where QUIPU_AUTH is keys");
  }
}
