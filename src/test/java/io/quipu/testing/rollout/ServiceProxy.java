package io.quipu.testing.rollout;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a Service of Kubernetes is to its callers: it knows connections and no requests, leads each
 * new one to the next endpoint, tries no other one when that fails, and leaves those that are open
 * alone. It hears of an endpoint that goes a while after that one has begun to go.
 */
public final class ServiceProxy implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final NetClient outgoing = vertx.createNetClient();
  private final List<InetSocketAddress> endpoints = new CopyOnWriteArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final NetServer server;

  public ServiceProxy() {
    this.server =
        TestPatience.join(
            vertx
                .createNetServer()
                .connectHandler(this::accept)
                .listen(0, "127.0.0.1")
                .toCompletionStage());
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.actualPort());
  }

  public void add(InetSocketAddress endpoint) {
    endpoints.add(endpoint);
  }

  /** Leads nobody there any more, after this delay. */
  public void removeAfter(Duration delay, InetSocketAddress endpoint) {
    vertx.setTimer(delay.toMillis(), now -> endpoints.remove(endpoint));
  }

  private void accept(NetSocket caller) {
    List<InetSocketAddress> now = List.copyOf(endpoints);
    if (now.isEmpty()) {
      caller.close();
      return;
    }
    InetSocketAddress endpoint = now.get(Math.floorMod(next.getAndIncrement(), now.size()));
    caller.pause();
    outgoing
        .connect(endpoint.getPort(), endpoint.getHostString())
        .onSuccess(
            pod -> {
              caller.pipeTo(pod);
              pod.pipeTo(caller);
            })
        .onFailure(refused -> caller.close());
  }

  @Override
  public void close() {
    TestPatience.join(vertx.close().toCompletionStage());
  }
}
