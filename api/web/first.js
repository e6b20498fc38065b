// Before the page is first drawn: who has the key sees all of it at once, with as much
// room for the panel as it took last time. The modules make it work as soon as the
// device answers.
{
  const page = document.documentElement, ratio = localStorage.getItem('ledpost.ratio');
  if (localStorage.getItem('ledpost.key')) page.classList.add('opening');
  if (ratio) page.style.setProperty('--ratio', ratio);
}
