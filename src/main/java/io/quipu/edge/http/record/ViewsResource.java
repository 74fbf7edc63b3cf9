package io.quipu.edge.http.record;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.guard.browser.Origin;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.Percent;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.service.CounterService;
import io.quipu.service.access.Denial;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Counts views of pages for everybody who sees them, without a key: the pages of those origins that
 * the namespace names may. Each path is a counter, and each view an event of delta 1.
 *
 * @param countryHeader the header in which a proxy says the country of a caller; empty for none
 */
public record ViewsResource(CounterService service, RouteAccess access, String countryHeader)
    implements Resource {
  private static final String PATH = "/v1/views/{namespace}";
  private static final CharSequence GIF = HttpHeaders.createOptimized("image/gif");
  private static final CharSequence EMBEDDING =
      HttpHeaders.createOptimized("Cross-Origin-Resource-Policy");

  /** A picture of one pixel that cannot be seen. */
  private static final Buffer PIXEL =
      Buffer.buffer(
          Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"));

  private static final Pattern PAGE = Pattern.compile("([^/?#]+://[^/?#]*)(.*)");
  private static final Pattern COUNTRY = Pattern.compile("[A-Za-z]{2}");

  @Override
  public void mount(Routes routes) {
    routes
        .json(HttpMethod.POST, PATH, counting("Origin", ViewsResource::ofOrigin), this::view)
        .picture(
            PATH + "/pixel.gif",
            counting("Referer", ViewsResource::ofReferrer),
            this::pixel,
            PageView.PATH);
  }

  /** Adds the same routes, as each asks for the origin of the page itself. */
  @Override
  public void mountForForeignPages(Routes routes) {
    mount(routes);
  }

  private Admission counting(String header, Function<RoutedRequest, String> page) {
    return access.toViews(
        page, service.administration()::countsViews, () -> Denial.foreignViews(header));
  }

  private static String ofOrigin(RoutedRequest request) {
    return origin(request.http().getHeader(HttpHeaders.ORIGIN));
  }

  private static String ofReferrer(RoutedRequest request) {
    Matcher page = referrer(request);
    return page.matches() ? origin(page.group(1)) : "";
  }

  private static String origin(@Nullable String text) {
    return text == null ? "" : Origin.parse(text).map(Origin::text).orElse("");
  }

  private static Matcher referrer(RoutedRequest request) {
    String page = request.http().getHeader(HttpHeaders.REFERER);
    return PAGE.matcher(page == null ? "" : page);
  }

  private Future<Response> view(RoutedRequest request) {
    MediaTypes.requireBodyType(
        MediaTypes.bodyType(request.http()), MediaTypes.JSON, MediaTypes.TEXT);
    return request
        .read(PageView::of)
        .compose(view -> record(request, view))
        .map(recorded -> RecordedResponse.of(1, recorded));
  }

  private Future<Response> pixel(RoutedRequest request) {
    PageView view =
        PageView.ofPage(
            request
                .query()
                .get(PageView.PATH)
                .map(PageView::beforeQuery)
                .orElseGet(() -> Percent.decode("Referer", pathOf(referrer(request)))));
    Future<?> counted =
        request.http().method().equals(HttpMethod.HEAD)
            ? Future.succeededFuture()
            : record(request, view);
    return counted.map(done -> Response.of(200, GIF, PIXEL).with(EMBEDDING, "cross-origin"));
  }

  private static String pathOf(Matcher page) {
    String path = page.matches() ? PageView.beforeQuery(page.group(2)) : "";
    return path.isEmpty() ? "/" : path;
  }

  private Future<Recorded> record(RoutedRequest request, PageView view) {
    CounterName counter = view.counter(CounterPath.namespace(request));
    String country = country(request);
    Future<Recording> accepted =
        service
            .records()
            .admit(
                access.asker(request),
                counter,
                List.of(new Draft()),
                events ->
                    events
                        .of(
                            events.counter(),
                            List.of(view.draft(events.counter().namespace(), country)))
                        .accept(false));
    return EventsInput.orRejected(request, accepted, UnaryOperator.identity())
        .compose(recording -> service.records().record(recording, request.span()));
  }

  private String country(RoutedRequest request) {
    String said = countryHeader.isEmpty() ? null : request.http().getHeader(countryHeader);
    return said != null && COUNTRY.matcher(said).matches() ? said.toUpperCase(Locale.ROOT) : "";
  }
}
