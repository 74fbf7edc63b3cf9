/** HTTP apart from counters: routes, bodies, media types, percent-decoding, JSON, static files. */
@NullMarked
package io.quipu.edge.web;

import org.jspecify.annotations.NullMarked;
