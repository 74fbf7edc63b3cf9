package io.quipu.client;

import io.quipu.client.ApiRequest.Effect;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Requests that are made again until there is an answer, or their time is over. */
final class Attempts {
  /** A purge is answered when all instances know of it, after some 11 s. */
  private static final Duration LONGEST_CHANGE = Duration.ofSeconds(30);

  private final ClientOptions options;
  private final Transport transport;
  private final Set<Course> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  Attempts(Transport transport) {
    this.options = transport.options;
    this.transport = transport;
  }

  /** Makes a request, and fails with the problem where the service refuses it. */
  CompletableFuture<HttpAnswer> send(ApiRequest request) {
    return send(request, request.method() + " " + request.path());
  }

  /**
   * @param change what it is, in words, for who has to be told that it is in doubt
   */
  CompletableFuture<HttpAnswer> send(ApiRequest request, String change) {
    Course course = new Course(request, change);
    underWay.add(course);
    if (closed) {
      course.end();
    }
    course.attempt();
    return course.result.whenComplete((answer, failure) -> underWay.remove(course));
  }

  CompletableFuture<HttpAnswer> get(String path) {
    return send(ApiRequest.get(path));
  }

  /** Ends those that are under way. */
  void close() {
    closed = true;
    underWay.forEach(Course::end);
  }

  /** The attempts of one request, one after the other. */
  private final class Course {
    final CompletableFuture<HttpAnswer> result = new CompletableFuture<>();
    private final ApiRequest request;
    private final String change;
    private final long deadline = System.nanoTime() + options.giveUp.toNanos();
    private int failures;

    /** Tells whether an attempt has ended that may have changed something. */
    private boolean unknown;

    /** Tells whether an attempt that has begun may have changed something. */
    private volatile boolean inDoubt;

    Course(ApiRequest request, String change) {
      this.request = request;
      this.change = change;
    }

    void attempt() {
      if (result.isDone()) {
        return;
      }
      inDoubt = request.effect() != Effect.NONE;
      transport.send(request, timeout()).whenComplete(this::take);
    }

    private Duration timeout() {
      Duration most = options.requestTimeout;
      if (request.effect() != Effect.NONE && most.compareTo(LONGEST_CHANGE) < 0) {
        return LONGEST_CHANGE;
      }
      long left = Math.max(1, deadline - System.nanoTime());
      return Duration.ofNanos(Math.min(left, most.toNanos()));
    }

    private void take(@Nullable HttpAnswer answer, @Nullable Throwable failure) {
      if (result.isDone()) {
        return;
      }
      if (answer != null && answer.status() >= 200 && answer.status() < 300) {
        result.complete(answer);
        return;
      }
      Throwable why =
          answer == null
              ? Transport.unwrapped(Objects.requireNonNull(failure))
              : new ProblemException(answer.problem());
      boolean passing = answer == null || isPassing(answer.status());
      unknown |= passing && request.effect() != Effect.NONE && mayBeMade(why);
      inDoubt = unknown;
      if (passing && !(unknown && request.effect() == Effect.ONCE)) {
        again(why, answer == null ? Duration.ZERO : answer.pause());
      } else {
        fail(why);
      }
    }

    private void again(Throwable why, Duration least) {
      Duration usual = Backoff.after(++failures);
      Duration pause = usual.compareTo(least) > 0 ? usual : least;
      Duration left = Duration.ofNanos(deadline - System.nanoTime());
      if (pause.compareTo(left) > 0) {
        fail(why);
      } else {
        options.tell(why, pause, left);
        transport.timers.after(pause, this::attempt);
      }
    }

    private void fail(Throwable why) {
      result.completeExceptionally(inDoubt ? new ChangeInDoubtException(change, why) : why);
    }

    void end() {
      fail(new ClosedException());
    }
  }

  /** Tells whether a request that failed this way may have been carried out. */
  private static boolean mayBeMade(Throwable why) {
    return why instanceof ProblemException problem
        ? !(Verdict.of(problem.problem()) instanceof Verdict.NotWritten)
        : !(why instanceof NotSentException);
  }

  static boolean isPassing(int status) {
    return switch (status) {
      case 408, 429, 500, 502, 503, 504 -> true;
      default -> false;
    };
  }
}
