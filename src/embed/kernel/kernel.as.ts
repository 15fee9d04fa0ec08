// The arithmetic of the built-in embedding, written in AssemblyScript and compiled to WebAssembly twice: with 128-bit SIMD, and without for
// processors on which the engine has none (x64 without AVX). Each loop over lanes has both forms, which add in the same order and so give
// the same bits.
//
// WebAssembly because its floating point is the same on every machine (no fused multiply-add, no reordering): training and adaptation
// give the same bits on x64 and arm64. All matrices are row-major f32 in linear memory, `dim` is a multiple of 16, pointers are bytes.
// The caller lays out the memory; nothing is allocated here.

/** Sums of four lanes, in a fixed order. */
// @ts-ignore: decorator
@inline
function sum4(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

/** to += w * from, over vectors of `bytes` bytes. */
// @ts-ignore: decorator
@inline
function addScaled(to: usize, w: f32, from: usize, bytes: usize): void {
  if (ASC_FEATURE_SIMD) {
    const ws = f32x4.splat(w);
    for (let k: usize = 0; k < bytes; k += 16) v128.store(to + k, f32x4.add(v128.load(to + k), f32x4.mul(ws, v128.load(from + k))));
  } else {
    for (let k: usize = 0; k < bytes; k += 4) store<f32>(to + k, load<f32>(to + k) + w * load<f32>(from + k));
  }
}

/** to *= w. */
// @ts-ignore: decorator
@inline
function scaleBy(to: usize, w: f32, bytes: usize): void {
  if (ASC_FEATURE_SIMD) {
    const ws = f32x4.splat(w);
    for (let k: usize = 0; k < bytes; k += 16) v128.store(to + k, f32x4.mul(v128.load(to + k), ws));
  } else {
    for (let k: usize = 0; k < bytes; k += 4) store<f32>(to + k, load<f32>(to + k) * w);
  }
}

/** a . b, in four sums. */
// @ts-ignore: decorator
@inline
function dot(a: usize, b: usize, bytes: usize): f32 {
  if (ASC_FEATURE_SIMD) {
    let sum = f32x4.splat(0);
    for (let k: usize = 0; k < bytes; k += 16) sum = f32x4.add(sum, f32x4.mul(v128.load(a + k), v128.load(b + k)));
    return sum4(sum);
  } else {
    let s0: f32 = 0, s1: f32 = 0, s2: f32 = 0, s3: f32 = 0;
    for (let k: usize = 0; k < bytes; k += 16) {
      s0 += load<f32>(a + k) * load<f32>(b + k);
      s1 += load<f32>(a + k, 4) * load<f32>(b + k, 4);
      s2 += load<f32>(a + k, 8) * load<f32>(b + k, 8);
      s3 += load<f32>(a + k, 12) * load<f32>(b + k, 12);
    }
    return s0 + s1 + (s2 + s3);
  }
}

/**
 * Unit vectors of `n` bags of tokens: the weighted sum of their rows, normalised. Bag i has the tokens offsets[i] .. offsets[i + 1].
 * @param norms length of each sum; a bag without tokens has zeros and the norm 0
 */
export function embed(rows: usize, offsets: usize, tokens: usize, weights: usize, n: i32, dim: i32, out: usize, norms: usize): void {
  const bytes = <usize>dim << 2;
  for (let i = 0; i < n; i++) {
    const to = out + <usize>i * bytes;
    memory.fill(to, 0, bytes);
    const end = load<u32>(offsets + ((<usize>i + 1) << 2));
    for (let t = load<u32>(offsets + (<usize>i << 2)); t < end; t++) {
      const row = rows + <usize>load<u32>(tokens + (<usize>t << 2)) * bytes;
      addScaled(to, load<f32>(weights + (<usize>t << 2)), row, bytes);
    }
    const norm = Mathf.sqrt(dot(to, to, bytes));
    store<f32>(norms + (<usize>i << 2), norm);
    if (norm > 0) scaleBy(to, <f32>1 / norm, bytes);
  }
}

/** out[i][j] = scale * q[i] . d[j] for all i, j < n; n is a multiple of 4. */
export function similarities(q: usize, d: usize, n: i32, dim: i32, scale: f32, out: usize): void {
  const bytes = <usize>dim << 2;
  const line = <usize>n << 2;
  if (!ASC_FEATURE_SIMD) {
    for (let i: usize = 0; i < <usize>n; i++)
      for (let j: usize = 0; j < <usize>n; j++) store<f32>(out + i * line + (j << 2), dot(q + i * bytes, d + j * bytes, bytes) * scale);
    return;
  }
  for (let i: usize = 0; i < <usize>n; i += 2) {
    const a0 = q + i * bytes;
    const a1 = a0 + bytes;
    for (let j: usize = 0; j < <usize>n; j += 4) {
      const b0 = d + j * bytes;
      const b1 = b0 + bytes;
      const b2 = b1 + bytes;
      const b3 = b2 + bytes;
      let s00 = f32x4.splat(0), s01 = f32x4.splat(0), s02 = f32x4.splat(0), s03 = f32x4.splat(0);
      let s10 = f32x4.splat(0), s11 = f32x4.splat(0), s12 = f32x4.splat(0), s13 = f32x4.splat(0);
      for (let k: usize = 0; k < bytes; k += 16) {
        const x0 = v128.load(a0 + k), x1 = v128.load(a1 + k);
        const y0 = v128.load(b0 + k), y1 = v128.load(b1 + k), y2 = v128.load(b2 + k), y3 = v128.load(b3 + k);
        s00 = f32x4.add(s00, f32x4.mul(x0, y0));
        s01 = f32x4.add(s01, f32x4.mul(x0, y1));
        s02 = f32x4.add(s02, f32x4.mul(x0, y2));
        s03 = f32x4.add(s03, f32x4.mul(x0, y3));
        s10 = f32x4.add(s10, f32x4.mul(x1, y0));
        s11 = f32x4.add(s11, f32x4.mul(x1, y1));
        s12 = f32x4.add(s12, f32x4.mul(x1, y2));
        s13 = f32x4.add(s13, f32x4.mul(x1, y3));
      }
      const o = out + i * line + (j << 2);
      store<f32>(o, sum4(s00) * scale);
      store<f32>(o, sum4(s01) * scale, 4);
      store<f32>(o, sum4(s02) * scale, 8);
      store<f32>(o, sum4(s03) * scale, 12);
      store<f32>(o + line, sum4(s10) * scale);
      store<f32>(o + line, sum4(s11) * scale, 4);
      store<f32>(o + line, sum4(s12) * scale, 8);
      store<f32>(o + line, sum4(s13) * scale, 12);
    }
  }
}

/**
 * Turns similarities into the gradient of the mean InfoNCE loss, in place: (softmax(row) - one-hot(diagonal)) * scale.
 * Pairs of the same group (`groups[i] == groups[j]`, i != j) are no negatives of each other.
 * @returns the summed loss
 */
export function contrast(s: usize, groups: usize, n: i32, scale: f32): f32 {
  let loss: f32 = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = s + i * (<usize>n << 2);
    const group = load<u32>(groups + (i << 2));
    const own = load<f32>(row + (i << 2));
    let top = own;
    for (let j: usize = 0; j < <usize>n; j++) {
      const x = load<f32>(row + (j << 2));
      if (x > top && load<u32>(groups + (j << 2)) != group) top = x;
    }
    let sum: f32 = 0;
    for (let j: usize = 0; j < <usize>n; j++) {
      let p: f32 = 0;
      if (j == i || load<u32>(groups + (j << 2)) != group) p = Mathf.exp(load<f32>(row + (j << 2)) - top);
      store<f32>(row + (j << 2), p);
      sum += p;
    }
    loss += Mathf.log(sum) + top - own;
    const share = scale / sum;
    scaleBy(row, share, <usize>n << 2);
    store<f32>(row + (i << 2), load<f32>(row + (i << 2)) - scale);
  }
  return loss;
}

/** Transposes the n x n matrix `s` into `out`. */
export function transpose(s: usize, n: i32, out: usize): void {
  for (let i: usize = 0; i < <usize>n; i++)
    for (let j: usize = 0; j < <usize>n; j++) store<f32>(out + ((j * <usize>n + i) << 2), load<f32>(s + ((i * <usize>n + j) << 2)));
}

/** out[i] = sum over j of g[i][j] * d[j]; n is a multiple of 4. */
export function multiply(g: usize, d: usize, n: i32, dim: i32, out: usize): void {
  const bytes = <usize>dim << 2;
  const line = <usize>n << 2;
  if (!ASC_FEATURE_SIMD) {
    memory.fill(out, 0, <usize>n * bytes);
    for (let i: usize = 0; i < <usize>n; i++)
      for (let j: usize = 0; j < <usize>n; j++) addScaled(out + i * bytes, load<f32>(g + i * line + (j << 2)), d + j * bytes, bytes);
    return;
  }
  for (let i: usize = 0; i < <usize>n; i += 2) {
    const g0 = g + i * line;
    const g1 = g0 + line;
    for (let k: usize = 0; k < bytes; k += 64) {
      let s00 = f32x4.splat(0), s01 = f32x4.splat(0), s02 = f32x4.splat(0), s03 = f32x4.splat(0);
      let s10 = f32x4.splat(0), s11 = f32x4.splat(0), s12 = f32x4.splat(0), s13 = f32x4.splat(0);
      let row = d + k;
      for (let j: usize = 0; j < line; j += 4) {
        const w0 = v128.load32_splat(g0 + j), w1 = v128.load32_splat(g1 + j);
        const y0 = v128.load(row), y1 = v128.load(row, 16), y2 = v128.load(row, 32), y3 = v128.load(row, 48);
        s00 = f32x4.add(s00, f32x4.mul(w0, y0));
        s01 = f32x4.add(s01, f32x4.mul(w0, y1));
        s02 = f32x4.add(s02, f32x4.mul(w0, y2));
        s03 = f32x4.add(s03, f32x4.mul(w0, y3));
        s10 = f32x4.add(s10, f32x4.mul(w1, y0));
        s11 = f32x4.add(s11, f32x4.mul(w1, y1));
        s12 = f32x4.add(s12, f32x4.mul(w1, y2));
        s13 = f32x4.add(s13, f32x4.mul(w1, y3));
        row += bytes;
      }
      const o = out + i * bytes + k;
      v128.store(o, s00);
      v128.store(o, s01, 16);
      v128.store(o, s02, 32);
      v128.store(o, s03, 48);
      v128.store(o + bytes, s10);
      v128.store(o + bytes, s11, 16);
      v128.store(o + bytes, s12, 32);
      v128.store(o + bytes, s13, 48);
    }
  }
}

/** Gradients with respect to the sums from those with respect to the unit vectors, in place: (dv - (dv . v) v) / norm. */
export function throughNorm(dv: usize, v: usize, norms: usize, n: i32, dim: i32): void {
  const bytes = <usize>dim << 2;
  for (let i: usize = 0; i < <usize>n; i++) {
    const g = dv + i * bytes;
    const x = v + i * bytes;
    const norm = load<f32>(norms + (i << 2));
    // Subtracting a product and adding its opposite round alike.
    addScaled(g, -dot(g, x, bytes), x, bytes);
    scaleBy(g, norm > 0 ? <f32>1 / norm : 0, bytes);
  }
}

/**
 * Adds each bag's gradient to the rows of its tokens.
 * @param slots position of a token among the touched rows, or 0xffffffff; new ones are appended to `touched`
 * @param count how many rows are touched already
 * @returns how many are now
 */
export function scatter(
  gradient: usize, slots: usize, touched: usize, count: i32, offsets: usize, tokens: usize, weights: usize, dv: usize, n: i32, dim: i32,
): i32 {
  const bytes = <usize>dim << 2;
  for (let i: usize = 0; i < <usize>n; i++) {
    const from = dv + i * bytes;
    const end = load<u32>(offsets + ((i + 1) << 2));
    for (let t = load<u32>(offsets + (i << 2)); t < end; t++) {
      const token = load<u32>(tokens + (<usize>t << 2));
      let slot = load<u32>(slots + (<usize>token << 2));
      if (slot == 0xffffffff) {
        slot = <u32>count;
        store<u32>(slots + (<usize>token << 2), slot);
        store<u32>(touched + (<usize>slot << 2), token);
        memory.fill(gradient + <usize>slot * bytes, 0, bytes);
        count++;
      }
      const to = gradient + <usize>slot * bytes;
      addScaled(to, load<f32>(weights + (<usize>t << 2)), from, bytes);
    }
  }
  return count;
}

/** Lazy Adam (beta .9, .999) over the touched rows, whose slots are freed. @param fix1, fix2 bias corrections 1 - beta^step */
export function adam(
  rows: usize, first: usize, second: usize, gradient: usize, slots: usize, touched: usize, count: i32, dim: i32, rate: f32, fix1: f32, fix2: f32,
): void {
  const bytes = <usize>dim << 2;
  const step = rate / fix1, spread = <f32>1 / fix2;
  for (let s: usize = 0; s < <usize>count; s++) {
    const token = <usize>load<u32>(touched + (s << 2));
    store<u32>(slots + (token << 2), 0xffffffff);
    const row = rows + token * bytes;
    const m = first + token * bytes;
    const v = second + token * bytes;
    const g = gradient + s * bytes;
    if (ASC_FEATURE_SIMD) {
      const b1 = f32x4.splat(0.9), c1 = f32x4.splat(<f32>1 - <f32>0.9), b2 = f32x4.splat(0.999), c2 = f32x4.splat(<f32>1 - <f32>0.999);
      const steps = f32x4.splat(step), spreads = f32x4.splat(spread), tiny = f32x4.splat(1e-8);
      for (let k: usize = 0; k < bytes; k += 16) {
        const x = v128.load(g + k);
        const mk = f32x4.add(f32x4.mul(b1, v128.load(m + k)), f32x4.mul(c1, x));
        const vk = f32x4.add(f32x4.mul(b2, v128.load(v + k)), f32x4.mul(c2, f32x4.mul(x, x)));
        v128.store(m + k, mk);
        v128.store(v + k, vk);
        const change = f32x4.div(f32x4.mul(steps, mk), f32x4.add(f32x4.sqrt(f32x4.mul(vk, spreads)), tiny));
        v128.store(row + k, f32x4.sub(v128.load(row + k), change));
      }
    } else {
      const c1 = <f32>1 - <f32>0.9, c2 = <f32>1 - <f32>0.999;
      for (let k: usize = 0; k < bytes; k += 4) {
        const x = load<f32>(g + k);
        const mk = <f32>0.9 * load<f32>(m + k) + c1 * x;
        const vk = <f32>0.999 * load<f32>(v + k) + c2 * (x * x);
        store<f32>(m + k, mk);
        store<f32>(v + k, vk);
        store<f32>(row + k, load<f32>(row + k) - (step * mk) / (Mathf.sqrt(vk * spread) + <f32>1e-8));
      }
    }
  }
}

/** out[i] = 1 + ln(i + 1): the weight of a token that a document has i + 1 times. */
export function frequencyWeights(out: usize, n: i32): void {
  for (let i = 0; i < n; i++) store<f32>(out + (<usize>i << 2), <f32>(1 + Math.log(<f64>i + 1)));
}

/** First address that the kernel's own tables do not use. */
export function heapBase(): usize {
  return __heap_base;
}
