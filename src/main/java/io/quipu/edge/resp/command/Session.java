package io.quipu.edge.resp.command;

import io.quipu.service.access.Audit;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The caller and the settings of one connection. Confined to the context of the connection. */
public final class Session {
  public static final int RESP2 = 2;

  /** The number of wrong passwords, one after the other, that end a connection. */
  static final int MOST_PASSWORDS = 10;

  /** The modes of {@code CLIENT REPLY}. */
  public enum Replies {
    ON,
    OFF,
    /** The next command gets no reply; later commands do. */
    SKIP
  }

  private final long id;
  private final String address;
  private final @Nullable Caller unasked;
  private final String firstNamespace;
  private final String ends;
  private final long since;
  private final Transaction transaction = new Transaction();
  private @Nullable Caller caller;
  private String namespace;
  private int database;
  private String name = "";
  private String libraryName = "";
  private String libraryVersion = "";
  private int protocol = RESP2;
  private Replies replies = Replies.ON;
  private int refusedPasswords;

  /**
   * @param id the number of the connection, unique in the process
   * @param address the address of the client, which pays the rates of callers without a key
   * @param unasked the caller if authentication is not required; null if authentication is required
   * @param firstNamespace the namespace of database 0
   * @param ends both ends of the connection, as {@code CLIENT INFO} tells them
   * @param since when the connection began, in nanoseconds of the monotonic clock
   */
  public Session(
      long id,
      String address,
      @Nullable Caller unasked,
      String firstNamespace,
      String ends,
      long since) {
    this.ends = ends;
    this.since = since;
    this.id = id;
    this.address = address;
    this.unasked = unasked;
    this.firstNamespace = firstNamespace;
    this.caller = unasked;
    this.namespace = firstNamespace;
  }

  /** Restores the state of a new connection. */
  public void reset() {
    caller = unasked;
    namespace = firstNamespace;
    database = 0;
    name = "";
    protocol = RESP2;
    replies = Replies.ON;
    transaction.end();
  }

  public long id() {
    return id;
  }

  /** The name of the connection in the audit. */
  public String label() {
    return "resp-" + id;
  }

  public String address() {
    return address;
  }

  public boolean isKnown() {
    return caller != null;
  }

  /** Returns the caller. Call only once the caller is known. */
  public Caller caller() {
    return Objects.requireNonNull(caller, "not known");
  }

  /** Returns the caller for the audit; {@link Caller#ANYONE} if the caller is not known. */
  public Caller callerOrAnyone() {
    return caller == null ? Caller.ANYONE : caller;
  }

  /** Notes a denial in the audit. */
  public void noteDenial(ServiceFailure denial) {
    int status = denial.reason().isUnauthenticated() ? 401 : 403;
    Audit.denied(callerOrAnyone(), label(), status, denial.detail());
  }

  public void know(Caller known) {
    caller = known;
    refusedPasswords = 0;
  }

  /** Takes what is known of the caller now. */
  public void renew(Caller current) {
    caller = current;
  }

  /** Counts a wrong password. */
  public void refusePassword() {
    refusedPasswords++;
  }

  /** Tells whether the client has sent so many wrong passwords that it guesses. */
  public boolean isGuessing() {
    return refusedPasswords >= MOST_PASSWORDS;
  }

  /** Forgets a caller whose credential is no longer valid. */
  public void forget() {
    caller = unasked;
  }

  public String namespace() {
    return namespace;
  }

  public void select(int number, String selected) {
    database = number;
    namespace = selected;
  }

  /** The number of the database that is selected. */
  public int database() {
    return database;
  }

  /** Both ends of the connection, as {@code CLIENT INFO} tells them. */
  public String ends() {
    return ends;
  }

  public long ageSeconds(long now) {
    return TimeUnit.NANOSECONDS.toSeconds(now - since);
  }

  /** The name of the library of the client; empty if it has not said. */
  public String libraryName() {
    return libraryName;
  }

  /** The version of the library of the client; empty if it has not said. */
  public String libraryVersion() {
    return libraryVersion;
  }

  public void library(String itsName, String itsVersion) {
    libraryName = itsName;
    libraryVersion = itsVersion;
  }

  public String name() {
    return name;
  }

  public void name(String given) {
    name = given;
  }

  public int protocol() {
    return protocol;
  }

  public void protocol(int spoken) {
    protocol = spoken;
  }

  public Transaction transaction() {
    return transaction;
  }

  /** Changes whether commands get replies. Without any replies there is none to skip. */
  public void replies(Replies wanted) {
    boolean none = replies == Replies.OFF && wanted == Replies.SKIP;
    replies = none ? Replies.OFF : wanted;
  }

  /** Tells whether the next command gets no reply. */
  public boolean isSilent() {
    return replies != Replies.ON;
  }

  /** Tells whether the command that begins now gets no reply. Ends {@link Replies#SKIP}. */
  public boolean takeSilence() {
    boolean silent = isSilent();
    if (replies == Replies.SKIP) {
      replies = Replies.ON;
    }
    return silent;
  }
}
