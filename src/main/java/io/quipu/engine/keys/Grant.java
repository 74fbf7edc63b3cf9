package io.quipu.engine.keys;

import io.quipu.engine.windows.EventTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rights of a key or token.
 *
 * @param scopes at most {@value #MOST_SCOPES}; a key has at least one, a token may have no scope of
 *     this service
 * @param prefix the beginning that names of counters must have; empty if any name is allowed
 * @param onlyOne whether only events of delta 1 may be recorded
 * @param origins the origins of the pages that may use the key, in addition to the allowed origins
 *     of the service, as {@code scheme://host:port}; at most {@value #MOST_ORIGINS}
 * @param rate the tokens a second; 0 for the usual rate
 * @param expires the first point in time at which the grant is void, to the millisecond; null for a
 *     grant that does not expire
 */
public record Grant(
    List<Scope> scopes,
    String prefix,
    boolean onlyOne,
    List<String> origins,
    int rate,
    @Nullable EventTime expires) {
  public static final int MOST_SCOPES = 50;
  public static final int MOST_ORIGINS = 20;
  public static final int MOST_RATE = 1_000_000;

  /** Every right, for all counters, and at any time. */
  public static final Grant EVERYTHING = new Grant(Scope.EVERYTHING, "", false, List.of(), 0, null);

  public Grant {
    scopes = List.copyOf(scopes);
    origins = List.copyOf(origins);
    if (scopes.size() > MOST_SCOPES || origins.size() > MOST_ORIGINS) {
      throw new IllegalArgumentException("too many scopes or origins");
    }
  }

  public boolean covers(Right right, String namespace) {
    for (Scope scope : scopes) {
      if (scope.covers(right, namespace)) {
        return true;
      }
    }
    return false;
  }

  public boolean isOver(EventTime now) {
    return expires != null && !now.isBefore(expires);
  }
}
