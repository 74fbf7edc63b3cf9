/** Files of pages, and scripts that are linked of them. */
@NullMarked
package io.quipu.edge.web.files;

import org.jspecify.annotations.NullMarked;
