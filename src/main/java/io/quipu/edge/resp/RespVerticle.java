package io.quipu.edge.resp;

import io.quipu.edge.guard.Connections;
import io.quipu.edge.guard.ServerCertificate;
import io.quipu.edge.guard.SocketGuard;
import io.quipu.edge.guard.TlsOptions;
import io.quipu.edge.guard.UnusablePort;
import io.quipu.service.CounterService;
import io.quipu.service.auth.Caller;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves Redis clients: one instance for each core, all of them on one port. It stops as the HTTP
 * verticle does: for a while it goes on as before; then it reads no more, answers what was begun,
 * and closes.
 */
public final class RespVerticle extends VerticleBase {
  /** Vert.x's way to say: any free port, the same for all instances; -1 is that of HTTP. */
  private static final int SHARED_FREE_PORT = -2;

  private final RespDependencies dependencies;

  /** Confined to the context of this instance. */
  private final Set<RespConnection> open = new HashSet<>();

  private @Nullable NetServer server;

  public RespVerticle(RespDependencies dependencies) {
    this.dependencies = dependencies;
  }

  @Override
  public Future<?> start() {
    CounterService service = new CounterService(context, dependencies.service());
    CounterCommands counters = new CounterCommands(service);
    ConnectionCommands connection =
        new ConnectionCommands(service.access(), dependencies.settings().databases());
    SocketGuard guard = new SocketGuard(dependencies.connections(), dependencies.service().clock());
    guard.start(vertx);
    vertx.setPeriodic(guard.pauseMillis(), now -> look());
    NetServer listening =
        vertx
            .createNetServer(options())
            .connectHandler(socket -> connected(socket, guard, service, counters, connection));
    server = listening;
    RespSettings settings = dependencies.settings();
    return UnusablePort.named(
        listening.listen(), "QUIPU_RESP_PORT", settings.port(), settings.host());
  }

  /** Ends those whose clients are late. */
  private void look() {
    long now = dependencies.service().clock().monotonicNanos();
    List.copyOf(open).forEach(connection -> connection.look(now));
  }

  private void connected(
      NetSocket socket,
      SocketGuard guard,
      CounterService service,
      CounterCommands counters,
      ConnectionCommands connection) {
    if (!guard.enter(socket, dependencies.settings().certificate() != null)) {
      return;
    }
    Session session =
        new Session(
            dependencies.lastId().incrementAndGet(),
            Connections.address(socket),
            service.access().isAsked() ? null : Caller.ANYONE,
            dependencies.settings().databases().first());
    RespConnection accepted =
        new RespConnection(
            socket,
            context,
            peer ->
                new Conversation(
                    session,
                    counters,
                    connection,
                    dependencies.meters(),
                    dependencies.budget(),
                    dependencies.service().clock(),
                    peer),
            new DeadlineWatch(
                dependencies.settings().deadlines(),
                dependencies.service().clock().monotonicNanos()));
    open.add(accepted);
    accepted.begin(() -> open.remove(accepted));
  }

  @Override
  public Future<?> stop() {
    NetServer listening = server;
    if (listening == null) {
      return Future.succeededFuture();
    }
    RespSettings settings = dependencies.settings();
    return drain(settings.drainDelay())
        .compose(
            drained ->
                listening.shutdown(settings.shutdownTimeout().toMillis(), TimeUnit.MILLISECONDS));
  }

  private Future<?> drain(Duration delay) {
    return delay.isZero()
        ? Future.succeededFuture()
        : vertx.timer(delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Has another certificate served by all instances on this port, to new connections. */
  public Future<?> serve(ServerCertificate certificate) {
    NetServer listening = server;
    return listening == null
        ? Future.failedFuture("not started")
        : listening.updateSSLOptions(TlsOptions.with(certificate));
  }

  /** The port that it listens on, once started. */
  public int actualPort() {
    NetServer listening = server;
    if (listening == null) {
      throw new IllegalStateException("not started");
    }
    return listening.actualPort();
  }

  private NetServerOptions options() {
    RespSettings settings = dependencies.settings();
    NetServerOptions options = new NetServerOptions();
    if (settings.certificate() != null) {
      TlsOptions.apply(options, settings.certificate(), dependencies.connections());
    }
    options
        .setHost(settings.host())
        .setPort(settings.port() == 0 ? SHARED_FREE_PORT : settings.port())
        .setTcpNoDelay(true);
    return options;
  }
}
