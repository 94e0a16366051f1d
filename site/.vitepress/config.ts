import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { isOnce, parts } from '../navigation.ts';

type Language = 'english' | 'chinese';

/** Whether somebody has written the page in Chinese. */
const isTranslated = (page: string) => existsSync(fileURLToPath(new URL(`../../docs/zh/${page}.md`, import.meta.url)));

/** The navigation of one language: its pages are below `base`. */
function themeOf(language: Language, base: string): DefaultTheme.Config {
  const sidebar = parts.map((part) => ({
    text: part[language],
    collapsed: part.isFolded ?? false,
    items: part.places.map(([page, english, chinese]) => ({
      text: language === 'english' ? english : isTranslated(page) ? chinese : `${chinese}（英文）`,
      link: `${isOnce(page) ? '/' : base}${page.replace(/index$/, '')}`,
    })),
  }));
  const isEnglish = language === 'english';
  const nav = [
    { text: isEnglish ? 'Start' : '开始', link: `${base}start` },
    { text: isEnglish ? 'Recipes' : '做法', link: `${base}recipes/own-tools` },
    { text: isEnglish ? 'Reference' : '参考', link: '/reference/' },
    { text: isEnglish ? 'Questions' : '常见问题', link: `${base}faq` },
    { text: isEnglish ? 'Compared' : '比较', link: `${base}comparison` },
  ];
  return isEnglish ? { nav, sidebar } : { nav, sidebar, ...chineseWords };
}

const chineseWords: DefaultTheme.Config = {
  outline: { level: [2, 3], label: '本页内容' },
  docFooter: { prev: '上一页', next: '下一页' },
  darkModeSwitchLabel: '外观',
  lightModeSwitchTitle: '切换到浅色',
  darkModeSwitchTitle: '切换到深色',
  sidebarMenuLabel: '目录',
  returnToTopLabel: '回到顶部',
  langMenuLabel: '语言',
  skipToContentLabel: '跳到正文',
};

const chineseSearch = {
  translations: {
    button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
    modal: {
      displayDetails: '显示详情',
      resetButtonTitle: '清除',
      backButtonTitle: '关闭',
      noResultsText: '没有结果：',
      footer: { selectText: '选择', navigateText: '移动', closeText: '关闭' },
    },
  },
};

/** Words as the search index has them: Chinese has no spaces, so each pair of its characters is a word. */
function searchTerms(text: string): string[] {
  const words = text.match(/[\p{Script=Han}]+|[\p{L}\p{N}_$]+/gu) ?? [];
  return words.flatMap((word) => {
    if (!/^\p{Script=Han}/u.test(word)) return [word];
    const signs = [...word];
    return signs.length === 1 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
  });
}

/** What explains stands before what lists, in both languages. VitePress writes this function into the page: it can use nothing around it. */
const worthOf = (page: string) =>
  /^\/(?:zh\/)?(?:reference|decisions|examples|changelog|economy|performance|guarantees|coming-from)/.test(page)
    ? 0.4
    : 1;

/** The same anchors as on GitHub, where the pages are read, too. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Two states and the way between them. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M4 4l8 8" stroke="#3451b2" stroke-width="2"/><circle cx="4" cy="4" r="3" fill="#3451b2"/><circle cx="12" cy="12" r="3" fill="#5672cd"/></svg>',
)}`;

export default defineConfig({
  srcDir: 'pages',
  outDir: 'dist',
  title: 'Troupe',
  description: 'Multi-agent work with language models as statecharts.',
  head: [['link', { rel: 'icon', href: icon }]],
  markdown: { anchor: { slugify: anchorOf }, headers: { slugify: anchorOf } },
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: themeOf('english', '/') },
    zh: {
      label: '中文',
      lang: 'zh-CN',
      description: '语言模型多智能体工作，以状态图构建。',
      themeConfig: themeOf('chinese', '/zh/'),
    },
  },
  themeConfig: {
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        locales: { zh: chineseSearch },
        // The index has the words of the code, not its colors, which take the most time.
        _render(source, env, md) {
          const html = md.render(source.replace(/^```\w+$/gm, '```txt'), env);
          return env.frontmatter?.search === false ? '' : html;
        },
        miniSearch: {
          options: { tokenize: searchTerms },
          searchOptions: { combineWith: 'AND', boostDocument: worthOf },
        },
      },
    },
  },
});
