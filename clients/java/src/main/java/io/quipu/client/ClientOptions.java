package io.quipu.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** Where the service is, and the bounds of a client. {@link #at} has the defaults. */
public final class ClientOptions {
  private static final Duration LONGEST = Duration.ofDays(365);

  final URI address;
  String namespace = "default";
  @Nullable Supplier<String> token;
  Duration linger = Duration.ofMillis(5);
  int batchEvents = 1_000;
  int batchBytes = 1024 * 1024;
  int inFlight = 4;
  int waiting = 10_000;
  Duration requestTimeout = Duration.ofSeconds(10);
  Duration giveUp = Duration.ofSeconds(60);
  boolean coalesce;
  @Nullable SSLContext sslContext;
  @Nullable Consumer<Retry> onRetry;

  private ClientOptions(URI address) {
    this.address = address;
  }

  /** The defaults, for the service at a base address such as {@code https://quipu.example}. */
  public static ClientOptions at(String address) {
    URI uri = uri(address);
    if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "address has credentials, a query or a fragment, which would not be sent; it must be such"
              + " as https://quipu.example, and token has a key");
    }
    return new ClientOptions(uri);
  }

  private static URI uri(String address) {
    try {
      URI uri = new URI(address.endsWith("/") ? address : address + "/");
      if (uri.getHost() != null && ("http".equals(uri.getScheme()) || isHttps(uri))) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // said below, in the words of this client
    }
    throw new IllegalArgumentException(
        "address is " + address + "; it must be such as https://quipu.example");
  }

  ClientOptions copy() {
    ClientOptions copy = new ClientOptions(address);
    copy.namespace = namespace;
    copy.token = token;
    copy.linger = linger;
    copy.batchEvents = batchEvents;
    copy.batchBytes = batchBytes;
    copy.inFlight = inFlight;
    copy.waiting = waiting;
    copy.requestTimeout = requestTimeout;
    copy.giveUp = giveUp;
    copy.coalesce = coalesce;
    copy.sslContext = sslContext;
    copy.onRetry = onRetry;
    return copy;
  }

  static boolean isHttps(URI uri) {
    return "https".equals(uri.getScheme());
  }

  /** The namespace of counters that are named without one; {@code default} unless set. */
  public ClientOptions namespace(String value) {
    namespace = notEmpty("namespace", value);
    return this;
  }

  /** A key, or a token, to show with each request. */
  public ClientOptions token(String value) {
    String shown = notEmpty("token", value);
    return token(() -> shown);
  }

  /** Whom to ask for a token before each request; it must answer at once. */
  public ClientOptions token(Supplier<String> value) {
    token = Objects.requireNonNull(value, "token");
    return this;
  }

  /** How long an event waits for others to go with; 5 ms unless set, 0 for not at all. */
  public ClientOptions linger(Duration value) {
    linger = atLeast("linger", value, Duration.ZERO);
    return this;
  }

  /** Most events in one request: 1 to 10,000; 1,000 unless set. */
  public ClientOptions batchEvents(int value) {
    batchEvents = within("batchEvents", value, 10_000);
    return this;
  }

  /** Most bytes of one request, but for a single event: 1 to 4 MiB; 1 MiB unless set. */
  public ClientOptions batchBytes(int value) {
    batchBytes = within("batchBytes", value, 4 * 1024 * 1024);
    return this;
  }

  /** Most requests to record that are under way at once; 4 unless set. */
  public ClientOptions inFlight(int value) {
    inFlight = within("inFlight", value, 1_000);
    return this;
  }

  /** Most events without an answer; past it {@code add} fails at once. 10,000 unless set. */
  public ClientOptions waiting(int value) {
    waiting = within("waiting", value, Integer.MAX_VALUE);
    return this;
  }

  /** How long one attempt may take; 10 s unless set. */
  public ClientOptions requestTimeout(Duration value) {
    requestTimeout = atLeast("requestTimeout", value, Duration.ofMillis(1));
    return this;
  }

  /**
   * How long to try, from {@code add} on; 60 s unless set. The last attempt may end a second later.
   * It must be less than the deduplication window ({@code deduplicate}) of the namespaces: an
   * attempt after that could count a second time, and is not made. Those of kind {@code linear}
   * remember an id for two minutes at least.
   */
  public ClientOptions giveUp(Duration value) {
    giveUp = atLeast("giveUp", value, Duration.ofMillis(1));
    return this;
  }

  /**
   * Tells whether events of one counter that are added without an id, and wait together, become one
   * event with the sum of their deltas and of their {@code events}, which earlier services refuse.
   * A key that may only record deltas of 1 is refused. Off unless set.
   */
  public ClientOptions coalesce(boolean value) {
    coalesce = value;
    return this;
  }

  /**
   * Whom to trust, and what to identify this client with; that of the JVM unless set.
   *
   * @throws IllegalArgumentException if the address is not one of {@code https}
   */
  public ClientOptions sslContext(SSLContext value) {
    if (!isHttps(address)) {
      throw new IllegalArgumentException(
          "sslContext: " + address + " is not https, and would be spoken to in plain text");
    }
    sslContext = Objects.requireNonNull(value, "sslContext");
    return this;
  }

  /**
   * Whom to tell of attempts to record or read that failed, and will be made again; on a thread of
   * the client. {@link ConnectionListener#onLost} is told of live connections.
   */
  public ClientOptions onRetry(Consumer<Retry> value) {
    onRetry = Objects.requireNonNull(value, "onRetry");
    return this;
  }

  /** Tells of a failure, unless the next attempt would be too late. */
  void tell(@Nullable Throwable failure, Duration pause, Duration left) {
    if (onRetry == null || pause.compareTo(left) >= 0) {
      return;
    }
    QuipuException why =
        failure instanceof QuipuException ours
            ? ours
            : new QuipuException("The attempt failed: " + failure, failure);
    try {
      onRetry.accept(new Retry(why, pause, left));
    } catch (RuntimeException e) {
      // its own fault, and not that of what is tried again
      System.getLogger(ClientOptions.class.getName())
          .log(System.Logger.Level.WARNING, "A retry could not be told", e);
    }
  }

  private static String notEmpty(String name, String value) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException(name + " is empty; it needs 1 character at least");
    }
    return value;
  }

  private static int within(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + "; from 1 to " + most + " are allowed");
    }
    return value;
  }

  private static Duration atLeast(String name, Duration value, Duration least) {
    if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + " is " + value + "; from " + least + " to " + LONGEST + " is allowed");
    }
    return value;
  }
}
