package io.quipu.edge.resp;

import io.quipu.service.access.Audit;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of one connection, as its client has set it. Confined to the context of the connection.
 */
final class Session {
  static final int RESP2 = 2;

  /** Which replies are sent. */
  enum Replies {
    ON,
    OFF,
    /** All but the next one. */
    SKIP
  }

  private final long id;
  private final String address;
  private final @Nullable Caller unasked;
  private final String firstNamespace;
  private final Transaction transaction = new Transaction();
  private @Nullable Caller caller;
  private String namespace;
  private String name = "";
  private int protocol = RESP2;
  private Replies replies = Replies.ON;

  /**
   * @param id of the connection
   * @param address of the other end, as rates are counted by it
   * @param unasked who it is where nobody is asked; null where they are
   * @param firstNamespace that of database 0
   */
  Session(long id, String address, @Nullable Caller unasked, String firstNamespace) {
    this.id = id;
    this.address = address;
    this.unasked = unasked;
    this.firstNamespace = firstNamespace;
    this.caller = unasked;
    this.namespace = firstNamespace;
  }

  /** As if the connection had just been made. */
  void reset() {
    caller = unasked;
    namespace = firstNamespace;
    name = "";
    protocol = RESP2;
    replies = Replies.ON;
    transaction.end();
  }

  long id() {
    return id;
  }

  /** As the log calls the connection. */
  String label() {
    return "resp-" + id;
  }

  String address() {
    return address;
  }

  boolean isKnown() {
    return caller != null;
  }

  /** Returns the caller; to be called once it is known. */
  Caller caller() {
    return Objects.requireNonNull(caller, "not known");
  }

  /** Returns the caller, if it is known; anyone otherwise, for the log. */
  Caller callerOrAnyone() {
    return caller == null ? Caller.ANYONE : caller;
  }

  /** Notes in the audit that the connection was denied something. */
  void noteDenial(ServiceFailure denial) {
    int status = denial.reason().isUnauthenticated() ? 401 : 403;
    Audit.denied(callerOrAnyone(), label(), status, denial.detail());
  }

  void know(Caller known) {
    caller = known;
  }

  /** Forgets the caller, whose credential opens nothing any more. */
  void forget() {
    caller = unasked;
  }

  String namespace() {
    return namespace;
  }

  void select(String selected) {
    namespace = selected;
  }

  String name() {
    return name;
  }

  void name(String given) {
    name = given;
  }

  int protocol() {
    return protocol;
  }

  void protocol(int spoken) {
    protocol = spoken;
  }

  Transaction transaction() {
    return transaction;
  }

  void replies(Replies wanted) {
    replies = wanted;
  }

  /** Tells whether the command that begins now is answered by nothing. */
  boolean takeSilence() {
    boolean silent = replies != Replies.ON;
    if (replies == Replies.SKIP) {
      replies = Replies.ON;
    }
    return silent;
  }
}
