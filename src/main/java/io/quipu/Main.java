package io.quipu;

import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.Config;
import io.quipu.ops.config.InvalidConfiguration;
import io.vertx.core.VertxOptions;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one instance until a signal stops the instance, or runs the command that the arguments name.
 * Exit codes of an instance: 0 stopped in time, 1 could not start, 2 bad configuration, 3 did not
 * stop in time.
 */
public final class Main {
  private static final int FAILED = 1;
  private static final int MISCONFIGURED = 2;
  private static final int STUCK = 3;

  private Main() {}

  public static void main(String[] args) {
    if (args.length > 0 && !ServeCommand.isMeant(args)) {
      System.exit(Commands.run(args));
    }
    Config.Log format = Config.logFormat(System.getenv());
    // Set before the first logger is created, since logback.xml reads the property.
    System.setProperty("quipu.log.format", format.name().toLowerCase(Locale.ROOT));
    // Set before the first TLS connection, because the JVM reads the property only once. Without
    // the property a client of TLS 1.2 could demand a new key agreement again and again.
    System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    Console console = new Console(format);
    try {
      run(Config.from(System.getenv()), console);
    } catch (InvalidConfiguration e) {
      fail(console, e.getMessage(), MISCONFIGURED);
    } catch (CassandraUnusable e) {
      fail(console, e.getMessage(), FAILED);
    }
  }

  private static void run(Config config, Console console) {
    Logger log = LoggerFactory.getLogger(Main.class);
    config.warnings().forEach(log::warn);
    StopOnSignal signal = new StopOnSignal(config.shutdownTimeout().toMillis());
    Runtime.getRuntime().addShutdownHook(new Thread(signal::stop, "quipu-stop"));
    Quipu.start(config, new VertxOptions(), Clock.system())
        .onSuccess(
            quipu -> {
              signal.started(quipu);
              console.say(
                  quipu.port() == 0
                      ? "Quipu is ready"
                      : "Quipu is ready at " + base(config) + ":" + quipu.port());
            })
        .onFailure(failure -> fail(console, "Quipu could not start: " + why(failure), FAILED));
  }

  private static String base(Config config) {
    return (config.http().tls() == null ? "http://" : "https://") + host(config);
  }

  /** The host to type into a browser on this machine. */
  private static String host(Config config) {
    String host = config.http().host();
    return switch (host) {
      case "0.0.0.0", "::", "127.0.0.1", "::1" -> "localhost";
      default -> host.contains(":") ? "[" + host + "]" : host;
    };
  }

  /** Says why; nobody foresaw a failure without a message, so its trace is logged. */
  private static String why(Throwable failure) {
    if (failure.getMessage() != null) {
      return failure.getMessage();
    }
    LoggerFactory.getLogger(Main.class).error("Could not start", failure);
    return failure.toString();
  }

  private static void fail(Console console, @Nullable String line, int code) {
    console.complain(String.valueOf(line));
    // With exit instead of halt, a shutdown hook could wait for this thread, which may be an event
    // loop. No instance is ready, so no hook has to stop one.
    Runtime.getRuntime().halt(code);
  }

  /** Stops the instance when the JVM receives a signal to end, and decides the exit code. */
  private static final class StopOnSignal {
    private final long patienceMillis;
    private @Nullable Quipu running;

    StopOnSignal(long patienceMillis) {
      this.patienceMillis = patienceMillis;
    }

    synchronized void started(Quipu quipu) {
      running = quipu;
    }

    private synchronized @Nullable Quipu running() {
      return running;
    }

    void stop() {
      Quipu quipu = running();
      if (quipu == null) {
        return;
      }
      CountDownLatch stopped = new CountDownLatch(1);
      quipu.stop().onComplete(done -> stopped.countDown());
      boolean inTime = false;
      try {
        inTime = stopped.await(patienceMillis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      // Without halt, the JVM would exit with 143 after SIGTERM, even if the instance has stopped.
      Runtime.getRuntime().halt(inTime ? 0 : STUCK);
    }
  }
}
