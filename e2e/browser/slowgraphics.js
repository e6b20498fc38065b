// SPDX-License-Identifier: Apache-2.0

// Pages refuse a WebGL2 that a processor computes, since it is slow. This one does not.

(() => {
  const get = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return get.call(this, kind, { ...options, failIfMajorPerformanceCaveat: false });
  };
})();
