(ns shop.main
  (:require [shop.order :as order]
            [shop.money :refer :all]
            shop.store)
  (:gen-class))

(defn show [o]
  (println (render (order/total o))))

(defn -main [& args]
  (let [o (order/place args)]
    (show o)
    (order/pay {:kind :card})
    (run! show (shop.store/find-all some?))
    (order/with-order x (show x))))
