package io.quipu.edge.http.access;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.model.CounterName;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.StoredKey;
import io.quipu.service.auth.TokenBucket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One line for each change that is not an event: who, what, to what, before and after, in which
 * request; and for each denial, as long as there are not too many. Its logger is {@code
 * quipu.audit}; the values are fields of their own.
 */
public final class Audit {
  static final String NAME = "quipu.audit";

  private static final Logger log = LoggerFactory.getLogger(NAME);

  /** Who asked, where nobody was asked who they are. */
  private static final String ANYONE = "-";

  /** Most denials a second that get a line: a stranger could fill the disk otherwise. */
  private static final int MOST_DENIALS = 10;

  private static final TokenBucket denials = new TokenBucket(MOST_DENIALS, System.nanoTime());

  /** Of those who are known: no stranger can drown out what a stolen key tries. */
  private static final TokenBucket denialsOfKnown =
      new TokenBucket(MOST_DENIALS, System.nanoTime());

  private static final AtomicLong unsaid = new AtomicLong();

  private Audit() {}

  /** Notes a failure if it is a denial; returns it. */
  static <F extends Throwable> F noted(RoutedRequest request, F failure) {
    if (failure instanceof Rejection refusal) {
      denied(request, refusal.problem());
    }
    return failure;
  }

  /** Notes that a request was denied, if that is what the problem says. */
  public static Rejection denied(RoutedRequest request, Problem problem) {
    if (isDenial(problem) && mayBeSaid(Permissions.caller(request))) {
      denial(line(request), problem);
    }
    return new Rejection(problem);
  }

  /**
   * The same for what was said on a WebSocket.
   *
   * @param opening id of the request that opened it
   */
  public static void denied(Caller caller, String opening, Problem problem) {
    if (isDenial(problem) && mayBeSaid(caller)) {
      denial(log.atInfo().addKeyValue("key", key(caller)).addKeyValue("request", opening), problem);
    }
  }

  private static boolean isDenial(Problem problem) {
    return problem.type() == ProblemType.UNAUTHORIZED
        || problem.type() == ProblemType.FORBIDDEN
        || problem.type() == ProblemType.FOREIGN_ORIGIN;
  }

  private static boolean mayBeSaid(Caller caller) {
    TokenBucket bucket = caller.id().isEmpty() ? denials : denialsOfKnown;
    boolean room = bucket.take(1, System.nanoTime()) == 0;
    if (!room) {
      unsaid.incrementAndGet();
    }
    return room;
  }

  private static void denial(LoggingEventBuilder line, Problem problem) {
    line.addKeyValue("status", problem.type().status())
        .addKeyValue("detail", problem.detail())
        .addKeyValue("unsaid", unsaid.getAndSet(0))
        .log("denied");
  }

  /**
   * @param after what it opens
   */
  public static void keyCreated(RoutedRequest request, StoredKey key, String after) {
    line(request).addKeyValue("id", key.id()).addKeyValue("after", after).log("key created");
  }

  public static void keyDeleted(RoutedRequest request, String id) {
    line(request).addKeyValue("id", id).log("key deleted");
  }

  /**
   * @param before its settings as they were read last; {@code none} if it did not exist
   */
  public static void namespacePut(RoutedRequest request, String before, String after) {
    line(request).addKeyValue("before", before).addKeyValue("after", after).log("namespace put");
  }

  public static void reset(RoutedRequest request, String at) {
    line(request).addKeyValue("at", at).log("counter reset");
  }

  /**
   * The same over another protocol than HTTP.
   *
   * @param connection that it was asked for on
   */
  public static void reset(
      Caller caller, String connection, String command, CounterName counter, String outcome) {
    log.atInfo()
        .addKeyValue("key", key(caller))
        .addKeyValue("method", command)
        .addKeyValue("namespace", counter.namespace())
        .addKeyValue("counter", URLEncoder.encode(counter.name(), StandardCharsets.UTF_8))
        .addKeyValue("request", connection)
        .addKeyValue("at", outcome)
        .log("counter reset");
  }

  public static void recounted(RoutedRequest request, String drift) {
    line(request).addKeyValue("drift", drift).log("counter recounted");
  }

  /** Notes a failure that leaves open whether something was changed: the retry may find it done. */
  public static void unlessSure(RoutedRequest request, Throwable failure) {
    if (failure instanceof Rejection refusal
        && refusal.problem().type() == ProblemType.OUTCOME_UNKNOWN) {
      line(request).log("outcome unknown");
    }
  }

  /** Paths are written as they were sent: what is not plain in them is percent-encoded. */
  private static LoggingEventBuilder line(RoutedRequest request) {
    return log.atInfo()
        .addKeyValue("key", key(Permissions.caller(request)))
        .addKeyValue("method", request.http().method().name())
        .addKeyValue("path", request.http().path())
        .addKeyValue("request", request.id());
  }

  static String key(Caller caller) {
    return caller.id().isEmpty() ? ANYONE : caller.id();
  }
}
