
const canvas = document.querySelector("canvas");
const columns = Number(canvas.dataset.columns);
const pause = 1000 / Number(canvas.dataset.fps);
async function show() {
  try {
    const answer = await fetch("/api/screen", { credentials: "same-origin" });
    const pixels = await answer.json();
    const rows = pixels.length / columns;
    if (rows >= 1) {
      canvas.width = columns;
      canvas.height = rows;
      const picture = new ImageData(columns, rows);
      pixels.forEach((p, i) => picture.data.set([p >> 16, (p >> 8) & 255, p & 255, 255], 4 * i));
      canvas.getContext("2d").putImageData(picture, 0, 0);
    }
    setTimeout(show, pause);
  } catch {
    setTimeout(show, 2000);
  }
}
show();
