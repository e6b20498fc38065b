// The panel drawn by WebGL2: every pixel sums the light that falls on it.

import { body, falloff, ground, kinds, lightOf, margin, reach } from './leds.js';

const corners = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4. - 1., 0, 1); }`;

const light = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D leds; // sRGB, which a fetch turns into light
uniform vec4 lens; // half, soft, square, glow
uniform vec3 ground, body;
uniform float pitch, high;
out vec4 color;
vec3 shade(vec3 l) {
  return mix(1.055 * pow(l, vec3(1. / 2.4)) - .055, 12.92 * l, lessThanEqual(l, vec3(.0031308)));
}
void main() {
  vec2 p = vec2(gl_FragCoord.x, high - gl_FragCoord.y) / pitch - ${margin.toFixed(1)};
  ivec2 size = textureSize(leds, 0), cell = ivec2(floor(p));
  vec3 sum = ground;
  for (int y = -${reach}; y <= ${reach}; y++) for (int x = -${reach}; x <= ${reach}; x++) {
    ivec2 at = cell + ivec2(x, y);
    if (at.x < 0 || at.y < 0 || at.x >= size.x || at.y >= size.y) continue;
    vec2 d = p - vec2(at) - .5;
    vec3 own = texelFetch(leds, at, 0).rgb;
    sum += own * lens.w * exp(-${falloff.toFixed(2)} * dot(d, d));
    if (at != cell) continue;
    d = abs(d);
    float far = lens.z > 0. ? max(d.x, d.y) : length(d), soft = max(lens.y, .6 / pitch);
    sum += (own + body) * (1. - smoothstep(lens.x - soft, lens.x + soft, far));
  }
  color = vec4(shade(min(sum, 1.)), 1);
}`;

// GLPainter draws on a canvas. Its constructor throws where there is no WebGL2.
export class GLPainter {
  constructor(canvas) {
    // What is drawn stays, for whoever copies the canvas later.
    const gl = this.gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error('no WebGL2');
    this.canvas = canvas;
    canvas.addEventListener('webglcontextlost', (e) => e.preventDefault()); // so that it comes back
    canvas.addEventListener('webglcontextrestored', () => this.prepare());
    this.prepare();
  }

  prepare() {
    const { gl } = this, program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, corners], [gl.FRAGMENT_SHADER, light]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program));
    gl.useProgram(program);
    this.place = (name) => gl.getUniformLocation(program, name);
    gl.uniform3fv(this.place('ground'), lightOf(ground));
    gl.uniform3fv(this.place('body'), lightOf(body));
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.NEAREST);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.fitted = this.held = '';
  }

  // fit prepares for LEDs of a kind with pitch pixels between them.
  fit(width, height, pitch, kind) {
    const { gl, canvas } = this, { half, soft, square, glow } = kinds[kind];
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.uniform4f(this.place('lens'), half, soft, square ? 1 : 0, glow);
    gl.uniform1f(this.place('pitch'), pitch);
    gl.uniform1f(this.place('high'), canvas.height);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8, width, height, 0, gl.RGB, gl.UNSIGNED_BYTE, null);
  }

  draw({ width, height, pixels }) {
    const { gl } = this;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGB, gl.UNSIGNED_BYTE, pixels);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}
