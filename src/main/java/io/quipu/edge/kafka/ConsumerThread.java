package io.quipu.edge.kafka;

import io.quipu.edge.kafka.KafkaMeters.Failure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread on which Kafka's client blocks. After a failure the consumer is closed. A new consumer
 * begins 5 s later, at the committed offsets.
 */
final class ConsumerThread {
  private static final Logger log = LoggerFactory.getLogger(ConsumerThread.class);
  private static final long PAUSE_SECONDS = 5;

  private final Supplier<ConsumerSession> sessions;
  private final KafkaMeters meters;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /**
   * @param sessions makes a session; called on this thread, and may fail
   */
  ConsumerThread(Supplier<ConsumerSession> sessions, KafkaMeters meters) {
    this.sessions = sessions;
    this.meters = meters;
  }

  void start() {
    Thread thread = new Thread(this::run, "quipu-kafka");
    thread.setDaemon(true);
    thread.start();
  }

  /** Stops the thread. Completes without a failure, even if the last commit fails. */
  CompletionStage<Void> stop() {
    stopping.countDown();
    return ended;
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  private void run() {
    try {
      while (!isStopping()) {
        runSession();
      }
    } finally {
      ended.complete(null);
    }
  }

  private void runSession() {
    try (ConsumerSession session = sessions.get()) {
      session.run(this::isStopping);
    } catch (AuthenticationException e) {
      meters.failed(Failure.AUTHENTICATION);
      log.error(
          "Nothing is taken from Kafka: who this instance is, or who the broker is, was not believed:"
              + " {}. Look at what QUIPU_KAFKA_PROPERTIES names, and start again; meanwhile it is"
              + " tried every {} s",
          cause(e),
          PAUSE_SECONDS);
      pause();
    } catch (AuthorizationException e) {
      meters.failed(Failure.AUTHORIZATION);
      log.error(
          "Nothing is taken from Kafka: this instance may not: {}. It needs READ and DESCRIBE on its"
              + " topics, and READ on its group; it is tried every {} s",
          cause(e),
          PAUSE_SECONDS);
      pause();
    } catch (KafkaException e) {
      meters.failed(Failure.OTHER);
      log.warn("Kafka's client failed, another one begins in {} s: {}", PAUSE_SECONDS, cause(e));
      pause();
    } catch (RuntimeException defect) {
      meters.failed(Failure.OTHER);
      log.error("Defect while taking records from Kafka", defect);
      pause();
    }
  }

  /** The failure with its cause, because the message of a failed constructor has no reason. */
  private static String cause(KafkaException failure) {
    Throwable cause = failure.getCause();
    return failure + (cause == null ? "" : ": " + cause.getMessage());
  }

  private void pause() {
    try {
      boolean stopped = stopping.await(PAUSE_SECONDS, TimeUnit.SECONDS);
      log.debug("Going on, stopping: {}", stopped);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
