package io.quipu.edge.resp;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A listener for Redis clients, and one client of it. */
public abstract class ConnectedRedis {
  public final ServedRedis redis;
  public RespSocket socket;

  public ConnectedRedis(ServedRedis redis) {
    this.redis = redis;
  }

  @BeforeEach
  final void connect() throws IOException {
    socket = redis.connect();
  }

  @AfterEach
  final void stop() throws IOException {
    socket.close();
    redis.close();
  }
}
