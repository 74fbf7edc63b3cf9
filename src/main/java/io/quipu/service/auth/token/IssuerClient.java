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
 * Fetches the keys of an issuer. Follows no redirect, and accepts no answer that is long, slow, or
 * sent without encryption over a network. Confined to one context.
 */
public final class IssuerClient {
  /** The most time of one fetch; less than the time that a caller waits for a lookup. */
  static final Duration PATIENCE = Duration.ofSeconds(4);

  private static final int MOST_BYTES = 256 * 1024;
  private static final int OK = 200;

  private final Vertx vertx;
  private final Issuer issuer;
  private final HttpClient client;
  private @Nullable Buffer read;
  private @Nullable IssuerKeys keys;

  public IssuerClient(Vertx vertx, Issuer issuer) {
    this.vertx = vertx;
    this.issuer = issuer;
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout((int) PATIENCE.toMillis())
            .setKeepAliveTimeout(1)
            .setVerifyHost(true);
    Path authority = issuer.authority();
    if (authority != null) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(authority.toString()));
    }
    this.client = vertx.createHttpClient(options);
  }

  /**
   * Fetches the published keys. Returns the same object while the keys are the same. Fails with an
   * {@link IssuerUnusable}.
   */
  public Future<IssuerKeys> fetch() {
    URI address = issuer.keys();
    return (address == null ? discover() : Future.succeededFuture(address))
        .compose(this::get)
        .map(this::parse)
        .timeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
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
                .setTimeout(PATIENCE.toMillis())
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
