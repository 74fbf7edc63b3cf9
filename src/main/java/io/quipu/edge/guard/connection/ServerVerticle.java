package io.quipu.edge.guard.connection;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A verticle that listens on a port.
 *
 * <p>A stop has two phases. First the server drains: it still accepts connections and serves
 * requests, because load balancers learn only now that the instance stops. Then the server accepts
 * no more connections, closes idle connections and lets requests under way finish, until the
 * shutdown timeout.
 */
public abstract class ServerVerticle extends VerticleBase {
  private final String variable;
  private final PortSettings settings;
  private @Nullable Server server;

  /** The common part of HTTP servers and TCP servers, for which Vert.x has no type. */
  private record Server(
      IntSupplier port,
      Function<ServerSSLOptions, Future<?>> encrypt,
      BiFunction<Long, TimeUnit, Future<?>> shutdown) {}

  /**
   * @param variable the environment variable that sets the port
   */
  protected ServerVerticle(String variable, PortSettings settings) {
    this.variable = variable;
    this.settings = settings;
  }

  /**
   * Sets the address of the port, and TLS if the port has a certificate. Without a number, Vert.x
   * chooses one free port for all instances, because they give the same number below 0.
   *
   * @param connections bounds the connections of the process to this port
   */
  protected final <O extends NetServerOptions> O placed(O options, Connections connections) {
    if (settings.certificate() != null) {
      TlsOptions.apply(options, settings.certificate(), connections);
    }
    int shared = variable.hashCode() | Integer.MIN_VALUE;
    options.setHost(settings.host()).setPort(settings.port() == 0 ? shared : settings.port());
    return options;
  }

  /** The environment variable that sets the port. */
  public final String variable() {
    return variable;
  }

  /** Tells whether TLS is the only protocol of the port. */
  public final boolean isEncrypted() {
    return settings.certificate() != null;
  }

  protected final Future<HttpServer> listen(HttpServer made) {
    server = new Server(made::actualPort, made::updateSSLOptions, made::shutdown);
    return named(made.listen());
  }

  protected final Future<NetServer> listen(NetServer made) {
    server = new Server(made::actualPort, made::updateSSLOptions, made::shutdown);
    return named(made.listen());
  }

  private <T> Future<T> named(Future<T> listening) {
    return listening.recover(
        failure -> Future.failedFuture(new UnusablePort(variable, settings, failure)));
  }

  @Override
  public Future<?> stop() {
    Server listening = server;
    return listening == null
        ? Future.succeededFuture()
        : drained()
            .compose(
                drained ->
                    listening.shutdown.apply(
                        settings.shutdownTimeout().toMillis(), TimeUnit.MILLISECONDS));
  }

  private Future<?> drained() {
    return settings.drainDelay().isZero()
        ? Future.succeededFuture()
        : vertx.timer(settings.drainDelay().toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Changes the certificate of all instances on this port, for new connections only. */
  public final Future<?> serve(ServerCertificate certificate) {
    return server().encrypt.apply(TlsOptions.with(certificate));
  }

  /** The port that the server listens on. The server must have started. */
  public final int actualPort() {
    return server().port.getAsInt();
  }

  private Server server() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server;
  }
}
