// Finds pages that have every word; search_pages.js is written by tools/site, so this works from a disk too.
(function () {
  const base = document.body.dataset.base, box = document.getElementById("search"), list = document.getElementById("found");
  const pages = window.discreetPages || [];
  box.hidden = pages.length === 0;
  function count(text, word) { return text.split(word).length - 1; }
  box.addEventListener("input", function () {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : pages
      .map(page => [words.every(word => page.text.includes(word) || page.title.toLowerCase().includes(word))
        ? words.reduce((sum, word) => sum + count(page.text, word) + 20 * count(page.title.toLowerCase(), word), 0) : 0, page])
      .filter(pair => pair[0] > 0).sort((a, b) => b[0] - a[0]).slice(0, 12);
    list.replaceChildren(...found.map(function (pair) {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = base + "/" + pair[1].url;
      link.textContent = pair[1].title;
      item.append(link);
      return item;
    }));
    list.hidden = found.length === 0;
  });
})();
