/** Keys, and what they open. */
package io.quipu.auth;
