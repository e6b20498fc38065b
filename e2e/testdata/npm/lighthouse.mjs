// node lighthouse.mjs URL KEY CHROMIUM FORM LANGUAGE: a first visit to the page by a browser that has the key, '' = none,
// as a "mobile" or "desktop" FORM, in a LANGUAGE such as "en". Says a JSON object: Lighthouse's scores of 0 to 100, and
// what its audits found.

import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';

const [url, key, chromePath, form, language] = process.argv.slice(2);
const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
try {
	const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` });
	const page = await browser.newPage();
	await page.goto(url + '/icon.svg'); // any page of the origin that does not begin to work
	await page.evaluate((k, l) => {
		if (k) localStorage.setItem('ledpost.key', k);
		document.cookie = `ledpost.language=${l}`;
	}, key, language);
	await (await page.createCDPSession()).send('Network.clearBrowserCache');
	const { lhr } = await lighthouse(url, {
		port: chrome.port, onlyCategories: ['performance', 'accessibility', 'best-practices'],
		throttlingMethod: 'simulate', disableStorageReset: true, logLevel: 'error',
	}, form === 'desktop' ? desktopConfig : undefined);
	// Pictures of the apps are asked for again every few seconds, which is no longer the first visit.
	const visit = lhr.audits['network-requests'].details.items
		.filter(({ url }, i, all) => !/\/live\/apps\/[^/]+\.png/.test(url) || all.findIndex((o) => o.url === url) === i);
	const failed = Object.values(lhr.audits).filter(a => a.score !== null && a.score < 0.9).map(a => `${a.id}: ${a.displayValue || a.title}`);
	console.log(JSON.stringify({
		scores: Object.fromEntries(Object.values(lhr.categories).map(c => [c.id, Math.round(c.score * 100)])),
		bytes: visit.reduce((sum, { transferSize }) => sum + (transferSize || 0), 0),
		errors: lhr.audits['errors-in-console'].details.items,
		shift: lhr.audits['cumulative-layout-shift'].numericValue,
		blocking: (lhr.audits['render-blocking-insight'].details?.items ?? []).map(i => i.url),
		requests: visit.length,
		chain: lhr.audits['critical-request-chains'].details.longestChain.length,
		paint: lhr.audits['first-contentful-paint'].numericValue,
		largest: lhr.audits['largest-contentful-paint'].numericValue,
		blocked: lhr.audits['total-blocking-time'].numericValue,
		element: lhr.audits['largest-contentful-paint-element'].details?.items[0].items[0].node.selector,
		words: visit.map(i => new URL(i.url).pathname).filter(p => p.startsWith('/words/')),
		shown: lhr.finalDisplayedUrl,
		warnings: lhr.runWarnings,
		failed,
	}));
	await browser.disconnect();
} finally {
	await chrome.kill();
}
