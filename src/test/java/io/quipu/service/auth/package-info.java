/** Keys, and what they open. */
package io.quipu.service.auth;
