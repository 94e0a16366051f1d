import type { Page } from 'playwright-core';

/** The texts whose letters are smaller than this on the screen, as `10.4 px: text`; those of a drawing are as large as its scale makes them. */
export const lettersBelow = (page: Page, px: number, within = 'body'): Promise<string[]> =>
  page.evaluate(`(() => {
    const found = [];
    for (const root of document.querySelectorAll(${JSON.stringify(within)})) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const owner = texts.currentNode.parentElement;
        const text = texts.currentNode.data.trim();
        if (text === '' || owner.closest('script, style, option, .unseen') || owner.getBoundingClientRect().width === 0) continue;
        const scale = owner instanceof SVGElement ? owner.getScreenCTM().a : 1;
        const size = Number.parseFloat(getComputedStyle(owner).fontSize) * scale;
        if (size < ${px} - 0.01) found.push(size.toFixed(1) + ' px: ' + text.slice(0, 40));
      }
    }
    return found;
  })()`);

/** What reaches over the left or right edge of the page, and is not inside of something that scrolls or cuts. */
export const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const isCut = (element) => {
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible') return true;
      return false;
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || right > innerWidth + 1) && !isCut(element);
      })
      .map((element) => element.tagName + '.' + (element.className.baseVal ?? element.className));
  })()`);

/** What a finger does not hit: controls below 44 px. A link within a text is as high as the text, and what is drawn is zoomed. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const controls = 'button, a[href], select, textarea, input, summary, [role="option"], [role="treeitem"]';
    return [...document.querySelectorAll(controls)]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (width === 0 || element.closest('svg, .unseen') || element.matches('.link, [type="checkbox"], [type="radio"]')) return false;
        return width < 43.5 || height < 43.5;
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent.slice(0, 20);
        return element.className + ' ' + name + ' ' + Math.round(width) + ' x ' + Math.round(height);
      });
  })()`);

/** What of a chart's texts reaches out of the box that it stands in, and which labels of lines lie on a state. */
export const misplacedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const chart = document.querySelector('svg.chart');
    if (!chart) return ['no chart'];
    const boxOf = (element) => element.getBoundingClientRect();
    const out = [];
    const nodes = [...chart.querySelectorAll('.node:not(.initial, .history)')];
    for (const node of nodes) {
      const box = boxOf(node.querySelector('.box'));
      for (const text of node.querySelectorAll('text')) {
        const { left, right, top, bottom, width } = boxOf(text);
        if (width > 0 && (left < box.left - 1 || right > box.right + 1 || top < box.top - 3 || bottom > box.bottom + 3))
          out.push('out of its box: ' + text.textContent);
      }
    }
    const leaves = nodes.filter((node) => !node.matches('.compound, .parallel, .region, .open-room'));
    for (const label of chart.querySelectorAll('.edge text')) {
      const own = boxOf(label);
      for (const node of leaves) {
        const box = boxOf(node.querySelector('.box'));
        const isOn = own.left < box.right - 1 && own.right > box.left + 1 && own.top < box.bottom - 2 && own.bottom > box.top + 2;
        if (isOn) out.push('on a state: ' + label.textContent);
      }
    }
    return out;
  })()`);
