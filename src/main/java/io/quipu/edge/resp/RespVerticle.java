package io.quipu.edge.resp;

import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.ServerVerticle;
import io.quipu.edge.guard.connection.SocketGuard;
import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.counters.CounterCommands;
import io.quipu.service.CounterService;
import io.quipu.service.auth.Caller;
import io.vertx.core.Future;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Serves Redis clients: one instance for each core, all instances on one port. After the drain an
 * instance stops reading, answers the begun commands, and closes its connections.
 */
public final class RespVerticle extends ServerVerticle {
  private final RespDependencies dependencies;

  /** Confined to the context of this instance. */
  private final Set<RespConnection> open = new HashSet<>();

  public RespVerticle(RespDependencies dependencies) {
    super("QUIPU_RESP_PORT", dependencies.settings().port());
    this.dependencies = dependencies;
  }

  @Override
  public Future<?> start() {
    CounterService service = new CounterService(context, dependencies.service());
    CounterCommands counters = new CounterCommands(service, dependencies.cursors());
    ConnectionCommands connection =
        new ConnectionCommands(
            service.access(),
            dependencies.settings().databases(),
            new ServerInfo(
                this::actualPort,
                dependencies.connections(),
                dependencies.lastId(),
                dependencies.meters()),
            dependencies.service().clock());
    SocketGuard guard = new SocketGuard(dependencies.connections(), dependencies.service().clock());
    guard.start(vertx);
    vertx.setPeriodic(guard.pauseMillis(), now -> look());
    Future<?> created =
        dependencies.settings().databases().haveCreated()
            ? CreatedNamespace.of(service)
            : Future.succeededFuture();
    NetServerOptions options = new NetServerOptions().setTcpNoDelay(true);
    return created.compose(
        ready ->
            listen(
                vertx
                    .createNetServer(placed(options, dependencies.connections()))
                    .connectHandler(
                        socket -> connected(socket, guard, service, counters, connection))));
  }

  /** Ends the connections whose clients have missed a deadline. */
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
    if (!guard.enter(socket, isEncrypted())) {
      return;
    }
    Session session =
        new Session(
            dependencies.lastId().incrementAndGet(),
            Connections.address(socket),
            service.access().isAsked() ? null : Caller.ANYONE,
            dependencies.settings().databases().first(),
            " addr=" + socket.remoteAddress() + " laddr=" + socket.localAddress(),
            dependencies.service().clock().monotonicNanos());
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
}
