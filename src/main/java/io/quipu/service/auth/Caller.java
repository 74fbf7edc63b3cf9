package io.quipu.service.auth;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.time.Clock;
import java.util.List;

/**
 * The caller of the API, as the key or token that was shown says.
 *
 * @param credential what was shown
 * @param grant what it opens
 * @param signedBy fingerprint of the key of the issuer that a token is signed with; empty for keys
 *     of our own
 */
public record Caller(Credential credential, Grant grant, String signedBy) implements Principal {
  /** Everybody, where nobody is asked who they are. */
  public static final Caller ANYONE = new Caller(Credential.NONE, Grant.EVERYTHING);

  /** The caller with a key of our own. */
  public Caller(Credential credential, Grant grant) {
    this(credential, grant, "");
  }

  /** Name of the key, or the subject of the token; for logs and rates. */
  public String id() {
    return credential.id();
  }

  /** Tells if nothing has to be checked: every right, on every counter, with every delta. */
  public boolean isUnbounded() {
    return grant.equals(Grant.EVERYTHING);
  }

  /** Tells if its key or token has expired. */
  public boolean isOver(Clock clock) {
    return grant.expires() != null && grant.isOver(clock.wall());
  }

  /** Tells if it has the right anywhere. */
  public boolean hasSomewhere(Right right) {
    return grant.scopes().stream().anyMatch(scope -> scope.right() == right);
  }

  /** Tells if it has the right for some counters of a namespace, if not for all. */
  public boolean mayIn(Right right, String namespace) {
    return grant.covers(right, namespace);
  }

  /** Tells if it has the right for a namespace as a whole. */
  public boolean mayAll(Right right, String namespace) {
    return grant.prefix().isEmpty() && grant.covers(right, namespace);
  }

  /**
   * Tells if it has the right for all counters that begin so.
   *
   * @param prefix of names, or a whole name
   */
  public boolean may(Right right, String namespace, String prefix) {
    return prefix.startsWith(grant.prefix()) && grant.covers(right, namespace);
  }

  public boolean may(Right right, CounterName counter) {
    return may(right, counter.namespace(), counter.name());
  }

  /** The namespaces in which it has a right by name; {@link Scope#ALL} may be among them. */
  public List<String> namespaces(Right right) {
    return grant.scopes().stream()
        .filter(scope -> scope.right() == right)
        .map(Scope::namespace)
        .distinct()
        .sorted()
        .toList();
  }
}
