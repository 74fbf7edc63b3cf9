package io.quipu.service.auth;

import io.quipu.engine.keys.Credential;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.Right;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.time.Clock;
import java.util.List;

/**
 * A caller of the API. Every caller but {@link #ANYONE} presented a key or token.
 *
 * @param credential the key or token that was presented
 * @param grant the rights of the key or token
 * @param signedBy the fingerprint of the issuer's key that signed a token; empty for keys of this
 *     service
 */
public record Caller(Credential credential, Grant grant, String signedBy) implements Principal {
  /** The caller of all requests where no proof is required. */
  public static final Caller ANYONE = new Caller(Credential.NONE, Grant.EVERYTHING);

  /** Makes the caller who shows no credentials, and may only read a public namespace. */
  public static Caller everybody(String namespace) {
    List<Scope> scopes = List.of(new Scope(Right.READ, namespace));
    return new Caller(Credential.NONE, new Grant(scopes, "", false, List.of(), 0, null));
  }

  /** Makes the visitor of a page, who shows no credentials, and may only count views of it. */
  public static Caller visitor(String namespace) {
    List<Scope> scopes = List.of(new Scope(Right.RECORD, namespace));
    return new Caller(Credential.NONE, new Grant(scopes, "", true, List.of(), 0, null));
  }

  /** Tells whether the caller has shown a key or token. */
  public boolean isIdentified() {
    return !credential.equals(Credential.NONE);
  }

  /** Makes a caller with a key of this service. */
  public Caller(Credential credential, Grant grant) {
    this(credential, grant, "");
  }

  /** The id of the key, or the subject of the token; for logs and rates. */
  public String id() {
    return credential.id();
  }

  /**
   * Tells whether no right has to be checked, because the grant is {@link Grant#EVERYTHING}. False
   * also for a caller with every right, but with a rate, origins or an expiry of its own.
   */
  public boolean isUnbounded() {
    return grant.equals(Grant.EVERYTHING);
  }

  /** Tells whether the key or token has expired. */
  public boolean isOver(Clock clock) {
    return grant.expires() != null && grant.isOver(clock.wall());
  }

  /** Tells whether the caller has the right in at least one namespace. */
  public boolean hasSomewhere(Right right) {
    return grant.scopes().stream().anyMatch(scope -> scope.right() == right);
  }

  /** Tells whether the caller has the right for at least some counters of a namespace. */
  public boolean mayIn(Right right, String namespace) {
    return grant.covers(right, namespace);
  }

  /** Tells whether the caller has the right for all counters of a namespace. */
  public boolean mayAll(Right right, String namespace) {
    return grant.prefix().isEmpty() && grant.covers(right, namespace);
  }

  /**
   * Tells whether the caller has the right for all counters whose names begin with a prefix.
   *
   * @param prefix the beginning of names, or a whole name
   */
  public boolean may(Right right, String namespace, String prefix) {
    return prefix.startsWith(grant.prefix()) && grant.covers(right, namespace);
  }

  public boolean may(Right right, CounterName counter) {
    return may(right, counter.namespace(), counter.name());
  }

  /** The namespaces in the scopes with a right, sorted; {@link Scope#ALL} may be one entry. */
  public List<String> namespaces(Right right) {
    return grant.scopes().stream()
        .filter(scope -> scope.right() == right)
        .map(Scope::namespace)
        .distinct()
        .sorted()
        .toList();
  }
}
