package io.quipu.service.auth.token;

import io.quipu.ops.config.TokenConfig;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemTrustOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the keys of an issuer. Refuses redirects and answers of more than 256 KiB. An address of
 * keys in a discovery document must use https, so that no one on the network can replace the keys.
 * If the discovery document itself came by http, http on loopback is accepted, too. Confined to one
 * context.
 */
public final class IssuerClient {
  /**
   * The longest time of a fetch. A lookup of a caller may wait for a fetch, so this time is shorter
   * than the longest time of a lookup (5 s).
   */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private static final int MOST_BYTES = 256 * 1024;
  private static final int OK = 200;

  private final Vertx vertx;
  private final Issuer issuer;
  private final Duration patience;
  private final HttpClient client;
  private @Nullable Buffer read;
  private @Nullable IssuerKeys keys;

  public IssuerClient(Vertx vertx, Issuer issuer) {
    this(vertx, issuer, PATIENCE);
  }

  /**
   * @param patience the longest time of one fetch
   */
  IssuerClient(Vertx vertx, Issuer issuer, Duration patience) {
    this.vertx = vertx;
    this.issuer = issuer;
    this.patience = patience;
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout((int) patience.toMillis())
            .setKeepAliveTimeout(1) // seconds; fetches are mostly further apart
            .setVerifyHost(true);
    Path authority = issuer.authority();
    if (authority != null) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(authority.toString()));
    }
    this.client = vertx.createHttpClient(options);
  }

  /**
   * Fetches the published keys. Completes with the same object while the published bytes do not
   * change. Fails with an {@link IssuerUnusable}, after at most the patience of this client.
   */
  public Future<IssuerKeys> fetch() {
    URI address = issuer.keys();
    return (address == null ? discover() : Future.succeededFuture(address))
        .compose(this::get)
        .map(this::parse)
        .timeout(patience.toMillis(), TimeUnit.MILLISECONDS)
        .recover(failure -> Future.failedFuture(unusable(failure)));
  }

  private IssuerKeys parse(Buffer set) {
    IssuerKeys known = keys;
    if (known == null || !set.equals(read)) {
      known = IssuerKeys.parse(vertx, issuer, set);
      keys = known;
      read = set;
    }
    return known;
  }

  public Future<Void> close() {
    return client.close();
  }

  private Future<URI> discover() {
    return get(issuer.discovery()).map(this::keysOf);
  }

  private URI keysOf(Buffer document) {
    try {
      JsonObject json = new JsonObject(document);
      if (!issuer.name().equals(json.getString("issuer"))) {
        throw new IssuerUnusable("its discovery document is of another issuer");
      }
      // a default of getString would not stand in for an explicit null
      String address = json.getString("jwks_uri");
      URI keys = URI.create(address == null ? "" : address);
      if (!TokenConfig.isSafe(keys)
          || (issuer.discovery().getScheme().equalsIgnoreCase("https")
              && !keys.getScheme().equalsIgnoreCase("https"))) {
        throw new IssuerUnusable("its discovery document names no https address of keys");
      }
      return keys;
    } catch (DecodeException | ClassCastException | IllegalArgumentException e) {
      throw new IssuerUnusable("its discovery document is malformed");
    }
  }

  private Future<Buffer> get(URI address) {
    return client
        .request(
            new RequestOptions()
                .setAbsoluteURI(address.toString())
                .setTimeout(patience.toMillis())
                .putHeader(HttpHeaders.ACCEPT, "application/json"))
        .compose(request -> request.send().compose(IssuerClient::body))
        .recover(
            failure ->
                Future.failedFuture(
                    failure instanceof IssuerUnusable
                        ? failure
                        : new IssuerUnusable(address + " cannot be read: " + failure)));
  }

  private static Future<Buffer> body(HttpClientResponse response) {
    if (response.statusCode() != OK) {
      // without a handler for the reset, Vert.x would log a stack trace
      response.exceptionHandler(reset -> {}).request().reset();
      return Future.failedFuture(
          new IssuerUnusable(
              response.request().absoluteURI() + " answers " + response.statusCode()));
    }
    Promise<Buffer> whole = Promise.promise();
    Buffer got = Buffer.buffer();
    response
        .handler(
            some -> {
              got.appendBuffer(some);
              if (got.length() > MOST_BYTES) {
                whole.tryFail(new IssuerUnusable("it answers more than " + MOST_BYTES + " bytes"));
                response.request().reset();
              }
            })
        .exceptionHandler(whole::tryFail)
        .endHandler(end -> whole.tryComplete(got));
    return whole.future();
  }

  private static Throwable unusable(Throwable failure) {
    return failure instanceof IssuerUnusable
        ? failure
        : new IssuerUnusable("it cannot be read: " + failure);
  }
}
