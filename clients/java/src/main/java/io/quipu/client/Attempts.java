package io.quipu.client;

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
    Course course = new Course(request);
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
    private final long deadline = System.nanoTime() + options.giveUp.toNanos();
    private int failures;

    /** Tells whether an attempt is under way that may change something. */
    private volatile boolean inDoubt;

    Course(ApiRequest request) {
      this.request = request;
    }

    void attempt() {
      if (result.isDone()) {
        return;
      }
      inDoubt = !request.repeatable();
      transport.send(request, timeout()).whenComplete(this::take);
    }

    private Duration timeout() {
      Duration most = options.requestTimeout;
      if (!request.method().equals("GET") && most.compareTo(LONGEST_CHANGE) < 0) {
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
      if (answer != null && !isPassing(answer.status())) {
        result.completeExceptionally(why);
      } else if (!request.repeatable() && mayBeMade(why)) {
        result.completeExceptionally(new ChangeInDoubtException(why));
      } else {
        inDoubt = false;
        again(why, answer == null ? Duration.ZERO : answer.pause());
      }
    }

    private void again(Throwable why, Duration least) {
      Duration usual = Backoff.after(++failures);
      Duration pause = usual.compareTo(least) > 0 ? usual : least;
      Duration left = Duration.ofNanos(deadline - System.nanoTime());
      if (pause.compareTo(left) > 0) {
        result.completeExceptionally(why);
      } else {
        options.tell(why, pause, left);
        transport.timers.after(pause, this::attempt);
      }
    }

    void end() {
      result.completeExceptionally(
          inDoubt ? new ChangeInDoubtException(new ClosedException()) : new ClosedException());
    }
  }

  /** Tells whether a request that failed this way may have been carried out. */
  private static boolean mayBeMade(Throwable why) {
    return why instanceof ProblemException problem
        ? !(Verdict.of(problem.problem()) instanceof Verdict.NotWritten)
        : !(why instanceof NotSentException);
  }

  private static boolean isPassing(int status) {
    return switch (status) {
      case 408, 429, 500, 502, 503, 504 -> true;
      default -> false;
    };
  }
}
