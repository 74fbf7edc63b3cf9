/** HTTP without counters: routes, bodies, media types, percent-decoding, JSON and static files. */
@NullMarked
package io.quipu.edge.web;

import org.jspecify.annotations.NullMarked;
