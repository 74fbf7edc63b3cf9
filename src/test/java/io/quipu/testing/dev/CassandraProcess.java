package io.quipu.testing.dev;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A real single Cassandra node in a process of its own, which ends with this JVM at the latest.
 *
 * <p>Its methods block, up to minutes: for tests and the development launcher only. An instance is
 * used from one thread at a time.
 */
public final class CassandraProcess implements AutoCloseable {
  private static final long STOP_SECONDS = 20;

  private final CassandraOptions options;
  private final CassandraLayout layout;
  private final DirectoryLock lock;
  private Process process;
  private Suspension suspension = Suspension.NONE;

  private CassandraProcess(CassandraOptions options, CassandraLayout layout, DirectoryLock lock) {
    this.options = options;
    this.layout = layout;
    this.lock = lock;
    this.process = new CassandraLaunch(options, layout).run();
  }

  /**
   * Starts a node and waits until it answers CQL.
   *
   * @throws CassandraStartException with one line that says what is wrong; no process is left
   */
  public static CassandraProcess start(CassandraOptions options) {
    CassandraLayout layout = new CassandraLayout(options.directory());
    DirectoryLock lock = DirectoryLock.take(layout);
    try {
      if (options.emptied()) {
        layout.empty();
      }
      return new CassandraProcess(options.at(withPorts(options.node())), layout, lock);
    } catch (IOException e) {
      lock.close();
      throw new CassandraStartException("Cannot empty " + options.directory() + ": " + e, e);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static CassandraOptions.Node withPorts(CassandraOptions.Node node) {
    String address = node.address();
    return new CassandraOptions.Node(
        address,
        node.nativePort() == 0 ? FreePort.on(address) : node.nativePort(),
        node.storagePort() == 0 ? FreePort.on(address) : node.storagePort(),
        node.advertised());
  }

  /** Where CQL is spoken; the same after a restart. */
  public InetSocketAddress address() {
    return new InetSocketAddress(options.node().address(), options.node().nativePort());
  }

  public long pid() {
    return process.pid();
  }

  public boolean isRunning() {
    return process.isAlive();
  }

  /** Completes with the exit code of the process that runs now. */
  public CompletableFuture<Integer> onExit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** The server's log. */
  public Path log() {
    return layout.systemLog();
  }

  /** Ends the process at once, as {@code kill -9} does, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    awaitExit(STOP_SECONDS);
    resume();
  }

  /** Lets the node shut down in order; one that does not within 20 s is killed. */
  public void stop() {
    resume();
    EndsWithParent.tell(process);
    if (!awaitExit(STOP_SECONDS)) {
      kill();
    }
  }

  /** Starts the node again, on the same data and ports; one still running is stopped first. */
  public void restart() {
    stop();
    process = new CassandraLaunch(options, layout).run();
  }

  /** Freezes the process, as {@code kill -STOP} does: its connections stay open, unanswered. */
  public void pause() {
    if (suspension == Suspension.NONE) {
      suspension = Suspension.of(process);
    }
  }

  /** Lets a frozen process go on. */
  public void resume() {
    suspension.end();
    suspension = Suspension.NONE;
  }

  /** Kills the node if it still runs, and gives its directory free with data and logs left. */
  @Override
  public void close() {
    try {
      kill();
    } finally {
      lock.close();
    }
  }

  /**
   * Has every write to a file fail from now on, as on a full disk, until the node is started again.
   */
  public void fillDisk() {
    String pid = Long.toString(process.pid());
    try {
      Process limit = new ProcessBuilder("prlimit", "--pid", pid, "--fsize=1:1").start();
      if (limit.waitFor() != 0) {
        throw new IllegalStateException("Process " + pid + " cannot be limited");
      }
    } catch (IOException e) {
      throw new IllegalStateException("prlimit of util-linux is needed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean awaitExit(long seconds) {
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
