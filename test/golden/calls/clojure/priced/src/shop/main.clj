(ns shop.main
  (:require [shop.cart :as cart]
            [shop.events :as events]
            [shop.money])
  (:import [shop.cart Item])
  (:gen-class))

(def commands
  {"add" #'cmd-add
   "show" (fn [_] (show))})

(defn show []
  (println (shop.money/fmt (cart/total))))

(defn cmd-add [[name cents]]
  (-> (cart/->Item name (parse cents))
      cart/add!
      cart/label
      println))

(defn parse [s] (Integer/parseInt s))

(defn on-added [item] (println "added" (:name item)))

(defn -main [& [command & args]]
  (events/on :added on-added)
  (letfn [(usage [] (println "usage"))]
    (if-let [f (commands command)]
      (f args)
      (usage)))
  (doto (Item. "pen" 100) cart/add!)
  (run! cart/add! (load-items "x"))
  (show))

(defn load-items [path]
  (map (comp cart/->Item first) (slurp path)))
