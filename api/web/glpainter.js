// SPDX-License-Identifier: Apache-2.0

// The panel drawn by WebGL2, in two steps: the halos of all LEDs are summed at a few
// places a LED, then each pixel takes its LED and the halo there.

import { body, falloff, ground, kinds, lightOf, margin, reach } from './leds.js';

const fine = 3; // places a pitch at which the halo is summed; between them it is even

const corners = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4. - 1., 0, 1); }`;

// The texture's sRGB becomes light when it is read; the sum becomes sRGB again when it
// is written.
const halo = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D leds;
uniform float glow;
out vec4 color;
void main() {
  vec2 p = gl_FragCoord.xy / ${fine}. - ${reach}.;
  ivec2 size = textureSize(leds, 0), cell = ivec2(floor(p));
  vec3 sum = vec3(0);
  for (int y = -${reach}; y <= ${reach}; y++) for (int x = -${reach}; x <= ${reach}; x++) {
    ivec2 at = cell + ivec2(x, y);
    if (at.x < 0 || at.y < 0 || at.x >= size.x || at.y >= size.y) continue;
    vec2 d = p - vec2(at) - .5;
    sum += texelFetch(leds, at, 0).rgb * exp(-${falloff.toFixed(2)} * dot(d, d));
  }
  color = vec4(sum * glow, 1);
}`;

// shade is the curve of sRGB by square roots, right to half a 255th.
const panel = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D leds, around;
uniform vec3 lens; // half, soft, square
uniform vec3 ground, body;
uniform float pitch, high;
out vec4 color;
vec3 shade(vec3 l) {
  vec3 a = sqrt(l), b = sqrt(a), c = sqrt(b);
  return mix(.662002687 * a + .68412206 * b - .323583601 * c - .022541147 * l, 12.92 * l, lessThanEqual(l, vec3(.0031308)));
}
void main() {
  vec2 p = vec2(gl_FragCoord.x, high - gl_FragCoord.y) / pitch - ${margin.toFixed(1)}, size = vec2(textureSize(leds, 0));
  vec3 sum = ground + texture(around, (p + ${reach}.) / (size + ${2 * reach}.)).rgb;
  if (p.x >= 0. && p.y >= 0. && p.x < size.x && p.y < size.y) {
    vec2 d = abs(fract(p) - .5);
    float far = lens.z > 0. ? max(d.x, d.y) : length(d);
    sum += (texelFetch(leds, ivec2(p), 0).rgb + body) * (1. - smoothstep(lens.x - lens.y, lens.x + lens.y, far));
  }
  color = vec4(shade(min(sum, 1.)), 1);
}`;

// GLPainter draws on a canvas. Its constructor throws where there is no WebGL2, or only
// one that a processor computes: there a canvas is faster.
export class GLPainter {
  constructor(canvas) {
    // What is drawn stays, for whoever copies the canvas later.
    const gl = this.gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, failIfMajorPerformanceCaveat: true, preserveDrawingBuffer: true });
    if (!gl) throw new Error('no WebGL2');
    this.canvas = canvas;
    canvas.addEventListener('webglcontextlost', (e) => e.preventDefault()); // so that it comes back
    canvas.addEventListener('webglcontextrestored', () => this.prepare());
    this.prepare();
  }

  prepare() {
    const { gl } = this;
    this.halo = program(gl, halo);
    this.panel = program(gl, panel);
    gl.useProgram(this.panel.program);
    gl.uniform1i(this.panel.place('around'), 1);
    gl.uniform3fv(this.panel.place('ground'), lightOf(ground));
    gl.uniform3fv(this.panel.place('body'), lightOf(body));
    this.leds = texture(gl, 0, gl.NEAREST);
    this.around = texture(gl, 1, gl.LINEAR);
    this.sums = gl.createFramebuffer();
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }

  // fit prepares for LEDs of a kind with pitch pixels between them.
  fit(width, height, pitch, kind) {
    const { gl, canvas } = this, { half, soft, square, glow } = kinds[kind];
    this.fine = [fine * (width + 2 * reach), fine * (height + 2 * reach)];
    gl.activeTexture(gl.TEXTURE1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, ...this.fine, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.sums);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.around, 0);
    gl.activeTexture(gl.TEXTURE0);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8, width, height, 0, gl.RGB, gl.UNSIGNED_BYTE, null);
    gl.useProgram(this.halo.program);
    gl.uniform1f(this.halo.place('glow'), glow);
    gl.useProgram(this.panel.program);
    gl.uniform3f(this.panel.place('lens'), half, Math.max(soft, 0.6 / pitch), square ? 1 : 0);
    gl.uniform1f(this.panel.place('pitch'), pitch);
    gl.uniform1f(this.panel.place('high'), canvas.height);
  }

  draw({ width, height, pixels }) {
    const { gl, canvas } = this;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGB, gl.UNSIGNED_BYTE, pixels);
    this.pass(this.sums, this.halo, this.fine);
    this.pass(null, this.panel, [canvas.width, canvas.height]);
  }

  pass(target, { program }, size) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.viewport(0, 0, ...size);
    gl.useProgram(program);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}

function program(gl, light) {
  const program = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, corners], [gl.FRAGMENT_SHADER, light]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program));
  return { program, place: (name) => gl.getUniformLocation(program, name) };
}

function texture(gl, unit, filter) {
  const made = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, made);
  for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, filter);
  for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
  return made;
}
